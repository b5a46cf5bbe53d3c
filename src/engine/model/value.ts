import type { Path } from './path.ts';

/**
 * Every value of the engine: readers yield it, context states hold it, CEL computes with it.
 *
 * Numbers keep the difference that CEL makes, at no cost for the results of `JSON.parse`:
 * - int: a `number` with an integral value within ±2^53, or a `bigint` beyond that
 * - double: a `number` with a fractional part, NaN or ±Infinity; or a `Double` where the value is integral (`1.0`, `1e3`, `-0.0`)
 * - uint: a `Uint`
 *
 * A record is a plain object whose own enumerable keys are its keys: look up with `Object.hasOwn`, because
 * `__proto__` and `constructor` are ordinary keys. A value that must be computed on reading is a `ListView` or `MapView`.
 */
export type Value =
  | null
  | boolean
  | number
  | bigint
  | string
  | Double
  | Uint
  | Uint8Array
  | Timestamp
  | Duration
  | TypeValue
  | Optional
  | Opaque
  | Unknown
  | ListValue
  | MapValue;

export type ListValue = readonly Value[] | ListView;
export type MapValue = RecordValue | ReadonlyMap<Value, Value> | MapView;
export interface RecordValue {
  readonly [key: string]: Value;
}

/** A double whose value is integral, such as the JSON number `1.0`. */
export class Double {
  readonly value: number;
  constructor(value: number) {
    this.value = value;
  }
}

/** An unsigned 64-bit integer, always held as bigint because it is rare. */
export class Uint {
  readonly value: bigint;
  constructor(value: bigint) {
    this.value = value;
  }
}

/** Seconds since 1970-01-01T00:00:00Z and nanoseconds in 0…999 999 999. */
export class Timestamp {
  readonly seconds: bigint;
  readonly nanos: number;
  constructor(seconds: bigint, nanos: number) {
    this.seconds = seconds;
    this.nanos = nanos;
  }
}

/** A signed length of time in nanoseconds. */
export class Duration {
  readonly nanos: bigint;
  constructor(nanos: bigint) {
    this.nanos = nanos;
  }
}

/** A type as a value: the result of `type(1)`. */
export class TypeValue {
  readonly type: string;
  constructor(type: string) {
    this.type = type;
  }
}

/** CEL's optional value; `value` is undefined for `optional.none()`. */
export class Optional {
  readonly value: Value | undefined;
  constructor(value: Value | undefined) {
    this.value = value;
  }
}

/**
 * A value of a type that only some functions know, such as an IP address. Two of them are equal if type and text are; the text is
 * what people see.
 */
export class Opaque {
  readonly type: OpaqueName;
  readonly text: string;
  constructor(type: OpaqueName, text: string) {
    this.type = type;
    this.text = text;
  }
}

export type OpaqueName = 'net.IP' | 'net.CIDR' | 'kubernetes.URL';

/** A value that the recording does not hold. It is never guessed; CEL propagates it as an unknown. */
export class Unknown {
  /** The paths that are missing, as the user would write them. */
  readonly missing: readonly Path[];
  constructor(missing: readonly Path[]) {
    this.missing = missing;
  }
}

/** A list that is computed on reading: a prefix of a column, say. */
export abstract class ListView {
  abstract readonly length: number;
  /** `index` is within 0…length-1. */
  abstract at(index: number): Value;
  /**
   * Identity of the growing column behind the view, for folding: two views with the same `column` and `order` agree on
   * all elements that both have.
   */
  readonly column: object | null = null;
  readonly order: 'oldest-first' | 'newest-first' = 'oldest-first';
  /** How many elements of the whole column turns before this one wrote. */
  writtenBefore(_turn: number): number {
    return 0;
  }
  /** Set for a list that equals another one but for one element. */
  readonly altered: { readonly list: ListView; readonly index: number } | null = null;

  *[Symbol.iterator](): Iterator<Value> {
    for (let i = 0; i < this.length; i++) yield this.at(i);
  }
}

/** A map with string keys that is computed on reading. */
export abstract class MapView {
  /** Undefined when the key is missing. */
  abstract get(key: string): Value | undefined;
  abstract keys(): readonly string[];
  /** What `has(map.key)` is. The unset field of a message has a value, its default, and is not there. */
  has(key: string): boolean | Unknown {
    const value = this.get(key);
    return value instanceof Unknown ? value : value !== undefined;
  }
}

export const isList = (value: Value): value is ListValue => Array.isArray(value) || value instanceof ListView;

export const isRecord = (value: unknown): value is RecordValue =>
  typeof value === 'object' && value !== null && isPlain(value);

/** Parsed objects have Object.prototype or none; every class of this file has its own. */
function isPlain(value: object): boolean {
  const prototype: unknown = Object.getPrototypeOf(value);
  return prototype === Object.prototype || prototype === null;
}

export const isMap = (value: Value): value is MapValue =>
  value instanceof MapView || value instanceof Map || isRecord(value);

/** A double in its normal form: `Double` only where a plain number would read as an int. */
export const double = (value: number): number | Double => (Number.isInteger(value) ? new Double(value) : value);

/** An int in its normal form: `bigint` only beyond ±2^53. */
export const int = (value: bigint): number | bigint =>
  value >= -9007199254740991n && value <= 9007199254740991n ? Number(value) : value;

/** The names that CEL's `type()` returns, plus `unknown`. */
export type TypeName =
  | 'null_type'
  | 'bool'
  | 'int'
  | 'uint'
  | 'double'
  | 'string'
  | 'bytes'
  | 'list'
  | 'map'
  | 'google.protobuf.Timestamp'
  | 'google.protobuf.Duration'
  | 'type'
  | 'optional_type'
  | OpaqueName
  | 'unknown';

export function typeName(value: Value): TypeName {
  switch (typeof value) {
    case 'boolean':
      return 'bool';
    case 'string':
      return 'string';
    case 'bigint':
      return 'int';
    case 'number':
      return Number.isInteger(value) ? 'int' : 'double';
    default:
      return objectTypeName(value);
  }
}

function objectTypeName(value: Exclude<Value, boolean | string | bigint | number>): TypeName {
  if (value === null) return 'null_type';
  if (value instanceof Double) return 'double';
  if (value instanceof Uint) return 'uint';
  if (value instanceof Uint8Array) return 'bytes';
  if (value instanceof Timestamp) return 'google.protobuf.Timestamp';
  if (value instanceof Duration) return 'google.protobuf.Duration';
  if (value instanceof TypeValue) return 'type';
  if (value instanceof Optional) return 'optional_type';
  if (value instanceof Opaque) return value.type;
  if (value instanceof Unknown) return 'unknown';
  return isList(value) ? 'list' : 'map';
}

/** One entry of a map by string key, for each kind of map; undefined when missing. */
export function entry(map: MapValue, key: string): Value | undefined {
  if (map instanceof MapView) return map.get(key);
  if (isRecord(map)) return Object.hasOwn(map, key) ? map[key] : undefined;
  return map.get(key);
}

/** The value of a key as `keysOf` returns it. */
export function lookUp(map: MapValue, key: Value): Value | undefined {
  if (typeof key === 'string') return entry(map, key);
  return map instanceof Map ? map.get(key) : undefined;
}

/** Keys in the order of the map; only string keys of a `Map` are paths, others are returned as values. */
export function keysOf(map: MapValue): readonly Value[] {
  if (map instanceof MapView) return map.keys();
  if (isRecord(map)) return Object.keys(map);
  return [...map.keys()];
}

export function elementAt(list: ListValue, index: number): Value | undefined {
  if (list instanceof ListView) return index >= 0 && index < list.length ? list.at(index) : undefined;
  return list[index];
}

/** The value at a path, or undefined where the value has no such path. */
export function valueAt(value: Value, path: Path): Value | undefined {
  let here: Value | undefined = value;
  for (const step of path) {
    if (here === undefined) return undefined;
    if (isList(here)) here = typeof step === 'number' ? elementAt(here, step) : undefined;
    else if (isMap(here)) here = entry(here, String(step));
    else return undefined;
  }
  return here;
}
