import type { Pace } from '../../base/pace.ts';
import { CelError, literal, parse, walk, type EvalResult, type Expr } from '../cel/index.ts';
import type { TurnIndex } from '../model/history.ts';
import { elementAt, entry, isList, isMap, keysOf, Unknown, type Value } from '../model/value.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { ruleOf } from '../policies/rule-of.ts';
import type { Rule } from '../rules/rule.ts';
import { sweep } from '../rules/sweep.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import type { Judged } from './judged.ts';

/** All rules of what judges, those of the policy for this session. */
export function rulesIn({ rules, policy }: Judged, { history }: OpenSession): readonly Rule[] {
  return policy === null ? rules : [...rules, ...policy.rules.map((rule) => ruleOf(policy, rule, history.functions))];
}

/**
 * The values that rules read at a turn, as a text to compare: of each path in an expression, also inside macros. A list that
 * a macro goes through is read as far as its elements are. Null where it cannot be decided.
 */
export function valuesRead(
  open: OpenSession,
  rules: readonly Rule[],
  turn: TurnIndex,
  { decisions }: Judged,
): string | null {
  const read: string[] = [];
  for (const rule of rules) {
    const paths = pathsRead(rule);
    if (paths === null) return null;
    for (const path of paths) {
      const { result } = verdictAt(open, ruleFor(rule, path), turn, decisions);
      const values = valuesOf(result, path);
      if (!values.every((value) => value === undefined || hasAtMost(value, maxKeys))) return null;
      read.push(...values.map(written));
    }
  }
  return JSON.stringify(read);
}

/**
 * The values that rules read in the whole session, as a text to compare. Long values, and lists that macros go through, count at
 * the turns `inFull` alone: most of them only grow, and comparing them at each turn would take too long.
 */
export async function allValuesRead(
  open: OpenSession,
  rules: readonly Rule[],
  inFull: ReadonlySet<TurnIndex>,
  { decisions }: Judged,
  pace: Pace,
): Promise<string> {
  const read: string[] = [];
  for (const rule of rules) {
    for (const path of pathsRead(rule) ?? []) {
      await sweep(open, ruleFor(rule, path), decisions, pace, (turn, _verdict, result) => {
        const isFull = inFull.has(turn);
        if (!isFull && path.below.length > 0) return;
        const most = isFull ? maxKeys : fewKeys;
        for (const value of valuesOf(result, path))
          if (value === undefined || hasAtMost(value, most)) read.push(written(value));
      });
    }
  }
  return JSON.stringify(read);
}

const written = (value: Value | undefined): string => (value === undefined ? '' : literal(value));

/** One of the longest paths in an expression. */
interface ReadPath {
  /** Its text; of a path that begins at the variable of a macro, the text of the list that the macro goes through. */
  readonly expression: string;
  /** Keys in each element of that list, then in each element of the list there, and so on. */
  readonly below: readonly (readonly Step[])[];
  /** Whether a field is there is read, and its value is not. */
  readonly isHas: boolean;
}

/** The rule whose result is the value at a path, at all turns where the rule itself may run. */
function ruleFor(rule: Rule, { expression }: ReadPath): Rule {
  const { condition: _condition, ...plain } = rule;
  return { ...plain, expression, yields: 'value' };
}

/** Null where it cannot be decided. */
function pathsRead({ expression, condition = '' }: Rule): readonly ReadPath[] | null {
  const read = new Map<string, ReadPath>();
  for (const text of condition === '' ? [expression] : [expression, condition]) {
    const paths = pathsIn(text);
    if (paths === null) return null;
    for (const path of paths) read.set(JSON.stringify(path), path);
  }
  return [...read.values()];
}

function pathsIn(text: string): readonly ReadPath[] | null {
  const { expr, problems } = parse(text);
  if (problems.length > 0) return null;
  /** The lists that the variables of macros go through. */
  const bound = new Map<string, Expr>();
  for (const { expr: node } of walk(expr)) {
    if (node.kind === 'macro')
      for (const { text: name } of node.variables) if (node.target !== null) bound.set(name, node.target);
  }
  const paths: ReadPath[] = [];
  for (const { expr: node, parent } of walk(expr)) {
    if (!isChain(node) || isLookedInto(node, parent)) continue;
    const below: (readonly Step[])[] = [];
    let base = node;
    for (let range = bound.get(stepsOf(base).root); range !== undefined; range = bound.get(stepsOf(base).root)) {
      below.unshift(stepsOf(base).path);
      base = range;
      if (below.length > deepestMacro) return null;
    }
    const isHas = parent?.kind === 'macro' && parent.macro.text === 'has';
    paths.push({ expression: text.slice(base.range.start, base.range.end), below, isHas });
  }
  return paths;
}

/** One value for each element that a macro goes through; undefined for one that is not there. */
function valuesOf(result: EvalResult | null, { below, isHas }: ReadPath): readonly (Value | undefined)[] {
  const base = result === null || result instanceof CelError || result instanceof Unknown ? undefined : result;
  let values: readonly (Value | undefined)[] = [base];
  for (const path of below) values = values.flatMap((one) => valuesBelow(one, path));
  return isHas ? values.map((value) => value !== undefined) : values;
}

const deepestMacro = 8;
/** Keys and elements of a value that is read as a whole. */
const maxKeys = 20_000;
/** Of one that is compared at every turn. */
const fewKeys = 200;

const isChain = ({ kind }: Expr): boolean => kind === 'ident' || kind === 'select' || kind === 'index';

/** Whether the surrounding expression reads a part of it, or goes through its elements one by one. */
function isLookedInto(node: Expr, parent: Expr | null): boolean {
  if (parent === null) return false;
  if (parent.kind === 'select') return true;
  if (parent.kind === 'index') return parent.operand === node && parent.index.kind === 'literal';
  return parent.kind === 'macro' && parent.target === node;
}

/** A key, a position in a list, or null for an index that is computed. */
type Step = string | number | null;

function stepsOf(node: Expr): { readonly root: string; readonly path: readonly Step[] } {
  const path: Step[] = [];
  let here = node;
  while (here.kind === 'select' || here.kind === 'index') {
    if (here.kind === 'select') path.unshift(here.field.text);
    else path.unshift(here.index.kind === 'literal' ? indexOf(here.index.value) : null);
    here = here.operand;
  }
  return { root: here.kind === 'ident' ? here.name : '', path };
}

function indexOf(value: Value): Step {
  if (typeof value === 'string' || typeof value === 'number') return value;
  return typeof value === 'bigint' ? Number(value) : null;
}

/** The values at a path in the elements of a list. */
function valuesBelow(range: Value | undefined, path: readonly Step[]): readonly (Value | undefined)[] {
  if (range === undefined) return [undefined];
  if (!isList(range)) return [range];
  return Array.from({ length: Math.min(range.length, maxKeys) }, (_, index) => {
    let here = elementAt(range, index);
    for (const step of path) here = here === undefined ? undefined : stepInto(here, step);
    return here;
  });
}

function stepInto(value: Value, step: Step): Value | undefined {
  if (typeof step === 'number') return isList(value) ? elementAt(value, step) : undefined;
  return step !== null && isMap(value) ? entry(value, step) : undefined;
}

/** Whether all maps and lists in a value together have no more entries than this. */
function hasAtMost(value: Value, most: number): boolean {
  let keys = 0;
  for (const _ of entriesWithin(value)) if (++keys > most) return false;
  return true;
}

/** Something for each entry of all maps and lists in a value. */
function* entriesWithin(value: Value): Generator<null> {
  const open: Value[] = [value];
  for (let here = open.pop(); here !== undefined; here = open.pop()) {
    if (isList(here)) {
      for (const element of here) {
        yield null;
        open.push(element);
      }
    } else if (isMap(here)) {
      for (const key of keysOf(here)) {
        yield null;
        open.push(entry(here, String(key)) ?? null);
      }
    }
  }
}
