import {
  Double,
  elementAt,
  entry,
  isList,
  isMap,
  isRecord,
  MapView,
  Optional,
  Uint,
  Unknown,
} from '../../model/value.ts';
import type { ListValue, MapValue, RecordValue, Value } from '../../model/value.ts';
import { CelError, cut, noOverload, noSuchKey, obstacleIn, shortType } from './eval-result.ts';
import type { EvalResult } from './eval-result.ts';

/**
 * `operand.name`, with a direct path for the usual operands: a view of the context, or a plain record. The check for
 * own keys is skipped for names that plain objects do not inherit.
 */
export function selectFrom(operand: EvalResult, name: string, inherited: boolean): EvalResult {
  if (typeof operand === 'object' && operand !== null) {
    if (operand instanceof MapView) return found(operand.get(name), name);
    if (!inherited && Object.getPrototypeOf(operand) === Object.prototype) {
      const value = (operand as RecordValue)[name]; // plain objects are records
      if (value !== undefined) return value;
    }
  }
  return select(operand, name);
}

/** True if plain objects inherit a member of this name. */
export const isInherited = (name: string): boolean => name in Object.prototype;

/** `operand.name`. */
export function select(operand: EvalResult, name: string): EvalResult {
  if (operand instanceof CelError || operand instanceof Unknown) return operand;
  if (isMap(operand)) return found(entry(operand, name), name);
  if (operand instanceof Optional) return selectOptional(operand, name);
  return new CelError('no_such_overload', `no such overload: a ${shortType(operand)} has no field ${cut(name)}`);
}

/** Null is a value, so `??` would not do. */
const found = (value: Value | undefined, key: string): EvalResult => (value === undefined ? noSuchKey(key) : value);

/** `operand.?name`: none where the field is missing. */
export function selectOptional(operand: EvalResult, name: string): EvalResult {
  return indexOptional(operand, name);
}

/** `has(operand.name)`. */
export function hasField(operand: EvalResult, name: string): EvalResult {
  if (operand instanceof CelError || operand instanceof Unknown) return operand;
  const inner = operand instanceof Optional ? operand.value : operand;
  if (inner === undefined) return false;
  if (inner instanceof Unknown) return inner;
  if (!isMap(inner)) {
    return new CelError('no_such_overload', `no such overload: a ${shortType(inner)} has no field ${cut(name)}`);
  }
  if (inner instanceof MapView) return inner.has(name);
  const value = entry(inner, name);
  return value instanceof Unknown ? value : value !== undefined;
}

/** `operand[key]`. */
export function index(operand: EvalResult, key: EvalResult): EvalResult {
  const obstacle = obstacleIn(operand, key);
  if (obstacle !== undefined) return obstacle;
  return indexValue(operand as Value, key as Value); // no obstacle, so both are values
}

function indexValue(operand: Value, key: Value): EvalResult {
  if (isList(operand)) {
    const position = positionOf(key);
    if (position === undefined) return noOverload('_[_]', operand, key);
    const element = elementAt(operand, position);
    return element === undefined ? outOfRange(key, operand.length) : element;
  }
  if (isMap(operand)) {
    if (!isKey(key)) return noOverload('_[_]', operand, key);
    return found(lookUp(operand, key), keyText(key));
  }
  return operand instanceof Optional ? indexOptional(operand, key) : noOverload('_[_]', operand, key);
}

/** `operand[?key]`: none where there is no such element or entry. */
export function indexOptional(operand: EvalResult, key: EvalResult): EvalResult {
  const obstacle = obstacleIn(operand, key);
  if (obstacle !== undefined) return obstacle;
  const inner = operand instanceof Optional ? operand.value : (operand as Value); // no obstacle
  if (inner === undefined) return none;
  const value = indexValue(inner, key as Value); // no obstacle
  if (!(value instanceof CelError)) return value instanceof Unknown ? value : new Optional(value);
  return value.code === 'no_such_key' || value.code === 'index_out_of_range' ? none : value;
}

export const none = new Optional(undefined);

function outOfRange(key: Value, length: number): CelError {
  const size = length === 1 ? 'the list has 1 element' : `the list has ${length} elements`;
  return new CelError('index_out_of_range', `index out of range: ${keyText(key)}, ${size}`);
}

/** A list index: any kind of number, if it is whole. */
function positionOf(key: Value): number | undefined {
  if (typeof key === 'number') return Number.isInteger(key) ? key : undefined;
  if (typeof key === 'bigint') return Number(key);
  if (key instanceof Double) return key.value;
  return key instanceof Uint ? Number(key.value) : undefined;
}

const isKey = (key: Value): boolean =>
  typeof key === 'string' ||
  typeof key === 'boolean' ||
  typeof key === 'number' ||
  typeof key === 'bigint' ||
  key instanceof Uint ||
  key instanceof Double;

const keyText = (key: Value): string =>
  key instanceof Uint || key instanceof Double
    ? String(key.value)
    : typeof key === 'object'
      ? shortType(key)
      : String(key);

/** The entry under any key; numbers of different kinds are the same key when they are numerically equal. */
export function lookUp(map: MapValue, key: Value): Value | undefined {
  if (typeof key === 'string') return entry(map, key);
  if (map instanceof MapView || isRecord(map)) return undefined;
  if (typeof key === 'boolean') return map.get(key);
  const intKey = wholeKey(key);
  if (intKey === undefined) return undefined;
  const value = map.get(intKey);
  if (value !== undefined) return value;
  for (const [candidate, entryValue] of map) {
    if (candidate instanceof Uint && candidate.value === BigInt(intKey)) return entryValue;
  }
  return undefined;
}

/** A number as the int under which a map would store it. */
function wholeKey(key: Value): number | bigint | undefined {
  if (typeof key === 'bigint') return key;
  if (key instanceof Uint) return key.value <= BigInt(Number.MAX_SAFE_INTEGER) ? Number(key.value) : key.value;
  const number = key instanceof Double ? key.value : key;
  if (typeof number !== 'number' || !Number.isInteger(number)) return undefined;
  return Number.isSafeInteger(number) ? number + 0 : BigInt(number);
}

export function sizeOf(container: ListValue | MapValue): number {
  if (isList(container)) return container.length;
  if (container instanceof MapView) return container.keys().length;
  return isRecord(container) ? Object.keys(container).length : container.size;
}

/** True for types that may be a map's key. A double can look up an entry, but it is no key. */
export const isMapKey = (key: Value): boolean =>
  typeof key === 'string' ||
  typeof key === 'boolean' ||
  key instanceof Uint ||
  typeof key === 'bigint' ||
  Number.isInteger(key);
