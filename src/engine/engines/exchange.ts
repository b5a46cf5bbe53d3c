import { formatDuration, formatTimestamp } from '../cel/evaluate/time.ts';
import { depthLimit } from '../model/json.ts';
import {
  Double,
  Duration,
  isList,
  keysOf,
  entry,
  int,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  Unknown,
  type MapValue,
  type Value,
} from '../model/value.ts';

/** How values are given to an engine in JavaScript. Texts, true, false and null are the same for all. */
export interface Making {
  int(value: bigint): unknown;
  uint(value: bigint): unknown;
  timestamp(value: Timestamp): unknown;
  duration(value: Duration): unknown;
  bytes(value: Uint8Array): unknown;
  /** Given an array of its own. */
  list(elements: unknown[]): unknown;
  /** Must not assign by key: `__proto__` is an ordinary key of a map, and `constructor` is too. */
  map(entries: readonly (readonly [unknown, unknown])[]): unknown;
}

/**
 * For an engine with the types of the language and whole numbers as bigints. `make`: what its own function of that name
 * makes of a text.
 */
export const withTypes = (make: (type: 'uint' | 'timestamp' | 'duration', text: string) => unknown): Making => ({
  int: (value) => value,
  uint: (value) => make('uint', String(value)),
  timestamp: (value) => make('timestamp', formatTimestamp(value)),
  duration: (value) => make('duration', formatDuration(value)),
  bytes: (value) => value,
  list: (elements) => elements,
  // A Map has no members of JavaScript that a field could name.
  map: (entries) => new Map(entries),
});

/**
 * Converts values to those of one engine. Lists and maps are converted once: most of what a rule sees at a turn it saw at
 * the turn before, and plain values never change.
 */
export class Giving {
  readonly #making: Making;
  readonly #known = new WeakMap<object, unknown>();

  constructor(making: Making) {
    this.#making = making;
  }

  give(value: Value): unknown {
    if (typeof value === 'bigint') return this.#making.int(value);
    if (typeof value === 'number') return Number.isInteger(value) ? this.#making.int(BigInt(value)) : value;
    if (typeof value !== 'object' || value === null) return value;
    if (value instanceof Uint8Array) return this.#making.bytes(value);
    if (value instanceof Double) return value.value;
    if (value instanceof Uint) return this.#making.uint(value.value);
    if (value instanceof Timestamp) return this.#making.timestamp(value);
    if (value instanceof Duration) return this.#making.duration(value);
    if (value instanceof TypeValue) return value.type;
    if (value instanceof Opaque) return value.text;
    if (value instanceof Unknown) return null;
    if (value instanceof Optional) return value.value === undefined ? null : this.give(value.value);
    const known = this.#known.get(value);
    if (known !== undefined) return known;
    const made = isList(value) ? this.#list(value) : this.#map(value);
    this.#known.set(value, made);
    return made;
  }

  #list(list: Iterable<Value>): unknown {
    const made: unknown[] = [];
    for (const element of list) made.push(this.give(element));
    return this.#making.list(made);
  }

  #map(map: MapValue): unknown {
    const made: [unknown, unknown][] = [];
    for (const key of keysOf(map)) {
      const value = map instanceof Map ? map.get(key) : entry(map, String(key));
      if (value !== undefined) made.push([this.give(key), this.give(value)]);
    }
    return this.#making.map(made);
  }
}

/** A value that an engine returned and that is none of CEL: a function of JavaScript, say. */
export class NoValue extends Error {
  override readonly name = 'NoValue';
  constructor(what: string) {
    super(`it returned ${what} of JavaScript, which is no value of CEL`);
  }
}

/** How the values of one engine are read. */
export interface Reading {
  number(value: number): Value;
  /** Reads the engine's own classes; undefined for what every program in JavaScript has. */
  own(value: object, take: (value: unknown) => Value): Value | undefined;
}

/** Reads what an engine returned. Throws a `NoValue`, also for what is deeper than any recording. */
export function taken(result: unknown, reading: Reading, depth = 0): Value {
  switch (typeof result) {
    case 'string':
    case 'boolean':
      return result;
    case 'bigint':
      return int(result);
    case 'number':
      return reading.number(result);
    case 'object':
      if (result === null || result instanceof Uint8Array) return result;
      if (depth > depthLimit) throw new NoValue('a very deep value');
      return takenObject(result, reading, (value) => taken(value, reading, depth + 1));
    default:
      throw new NoValue(`a ${typeof result}`);
  }
}

function takenObject(result: object, { own }: Reading, take: (value: unknown) => Value): Value {
  const known = own(result, take);
  if (known !== undefined) return known;
  if (Array.isArray(result)) return Array.from(result, take);
  if (result instanceof Map) return takenEntries(result, take);
  const prototype: unknown = Object.getPrototypeOf(result);
  const isOfClass = prototype !== null && prototype !== Object.prototype;
  // The prototype of a class looks like a plain object, but for this.
  if (isOfClass || (typeof result.constructor === 'function' && Object.hasOwn(result, 'constructor')))
    throw new NoValue('an object');
  return takenEntries(Object.entries(result), take);
}

/** A map whose keys are all texts becomes a record, as ours are. */
export function takenEntries(
  entries: Iterable<readonly [unknown, unknown]>,
  take: (value: unknown) => Value,
): MapValue {
  const pairs = Array.from(entries, ([key, value]) => [take(key), take(value)] as const);
  const named = pairs.flatMap(([key, value]) => (typeof key === 'string' ? [[key, value] as const] : []));
  // Assignment would set the prototype for `__proto__`, which is an ordinary key here.
  return named.length === pairs.length ? Object.fromEntries(named) : new Map(pairs);
}
