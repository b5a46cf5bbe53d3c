import type { Expr } from '../cel/index.ts';
import { childrenOf } from '../cel/walk.ts';
import { entry, isMap, isRecord, ListView, MapView, Unknown, type MapValue, type Value } from '../model/value.ts';

/** What an expression reads of a value: all of it, or some entries of a map. */
export type Reads = 'all' | ReadonlyMap<string, Reads>;

/** The variables that an expression reads. Engines without views of values are given no more than this. */
export function readsOf(root: Expr): ReadonlyMap<string, Reads> {
  const reads = new Map<string, Reads>();
  collect(root, new Set(), reads);
  return reads;
}

type Collected = Map<string, Reads>;

function collect(expr: Expr, bound: ReadonlySet<string>, reads: Collected): void {
  const chain = chainOf(expr);
  if (chain !== null) {
    if (chain.isAbsolute || !bound.has(chain.root)) add(reads, chain.root, chain.keys);
    return;
  }
  if (expr.kind !== 'macro') {
    for (const child of childrenOf(expr)) collect(child, bound, reads);
    return;
  }
  const within = new Set([...bound, ...expr.variables.map(({ text }) => text)]);
  if (expr.target !== null) collect(expr.target, bound, reads);
  for (const arg of expr.args) collect(arg, within, reads);
}

interface Chain {
  readonly root: string;
  /** It means the host's variable, whatever macros bind. */
  readonly isAbsolute: boolean;
  readonly keys: readonly string[];
}

/** The longest path of constant keys: `a.b["c"]`; null for anything else. */
function chainOf(expr: Expr): Chain | null {
  const keys: string[] = [];
  let here = expr;
  for (;;) {
    if (here.kind === 'ident') return { root: here.name, isAbsolute: here.absolute, keys: keys.toReversed() };
    if (here.kind === 'select') {
      keys.push(here.field.text);
      here = here.operand;
      continue;
    }
    const key = here.kind === 'index' && here.index.kind === 'literal' ? here.index.value : null;
    if (here.kind !== 'index' || typeof key !== 'string') return null;
    keys.push(key);
    here = here.operand;
  }
}

function add(reads: Collected, key: string, [next, ...rest]: readonly string[]): void {
  const known = reads.get(key);
  if (known === 'all') return;
  if (next === undefined) {
    reads.set(key, 'all');
    return;
  }
  const inside: Collected = known === undefined ? new Map() : new Map(known);
  add(inside, next, rest);
  reads.set(key, inside);
}

/** Plain values for engines that know nothing of ours, and whether the recording lacks one of them. */
export class PlainVariables {
  readonly values = new Map<string, Value>();
  lacksSome = false;

  constructor(scope: { get(name: string): Value | undefined }, reads: ReadonlyMap<string, Reads>) {
    for (const [name, read] of reads) {
      const value = scope.get(name);
      const plain = value === undefined ? undefined : this.#plain(value, read);
      if (plain !== undefined) this.values.set(name, plain);
    }
  }

  /** Undefined for what the recording lacks. */
  #plain(value: Value, reads: Reads): Value | undefined {
    if (value instanceof Unknown) {
      this.lacksSome = true;
      return undefined;
    }
    if (reads !== 'all' && isMap(value)) return this.#picked(value, reads);
    if (value instanceof ListView || Array.isArray(value)) return this.#list(value as Iterable<Value>, value);
    if (value instanceof MapView || isRecord(value)) return this.#record(value);
    return value;
  }

  #picked(map: MapValue, reads: ReadonlyMap<string, Reads>): Value {
    const entries: [string, Value][] = [];
    for (const [key, read] of reads) {
      const there = map instanceof MapView ? map.has(key) : true;
      const value = there === true ? entry(map, key) : there === false ? undefined : there;
      const plain = value === undefined ? undefined : this.#plain(value, read);
      if (plain !== undefined) entries.push([key, plain]);
    }
    // Assignment would set the prototype for `__proto__`, which is an ordinary key here.
    return Object.fromEntries(entries);
  }

  #list(list: Iterable<Value>, whole: Value): Value {
    const known = plainAlready.get(list);
    if (known !== undefined) return known;
    const made: Value[] = [];
    let isSame = Array.isArray(whole);
    for (const element of list) {
      // In a list, whose positions have a meaning, null takes the place of what the recording lacks.
      const plain = this.#plain(element, 'all') ?? null;
      isSame &&= plain === element;
      made.push(plain);
    }
    if (!isSame) return made;
    plainAlready.set(list, whole);
    return whole;
  }

  #record(map: MapView | { readonly [key: string]: Value }): Value {
    const known = plainAlready.get(map);
    if (known !== undefined) return known;
    let isSame = !(map instanceof MapView);
    const entries: [string, Value][] = [];
    for (const key of map instanceof MapView ? map.keys() : Object.keys(map)) {
      const there = map instanceof MapView ? map.has(key) : true;
      const value = there === true ? entry(map, key) : there === false ? undefined : there;
      const plain = value === undefined ? undefined : this.#plain(value, 'all');
      isSame &&= plain === value;
      if (plain !== undefined) entries.push([key, plain]);
    }
    if (!isSame) return Object.fromEntries(entries);
    plainAlready.set(map, map);
    return map;
  }
}

/** Lists and records without views and unknowns in them. Plain values never change, and turns share them. */
const plainAlready = new WeakMap<object, Value>();
