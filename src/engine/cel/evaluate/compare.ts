import {
  Duration,
  Double,
  isList,
  isMap,
  keysOf,
  Opaque,
  Optional,
  Timestamp,
  TypeValue,
  Uint,
  Unknown,
  elementAt,
} from '../../model/value.ts';
import type { ListValue, MapValue, Value } from '../../model/value.ts';
import { lookUp, sizeOf } from './access.ts';
import type { Meter } from './frame.ts';
import { givenUp } from './frame.ts';
import { compareNumbers, isNumber } from './number.ts';
import { CelError, noOverload, obstacleIn, moreSevere } from './eval-result.ts';
import type { EvalResult } from './eval-result.ts';

/** `a == b`. Numbers of different kinds are equal when they are numerically equal; other kinds never are. */
export function equals(a: EvalResult, b: EvalResult, meter: Meter): EvalResult {
  if (typeof a === 'string' || (typeof a === 'number' && typeof b === 'number')) {
    return typeof b === 'object' && b !== null ? (obstacleIn(a, b) ?? equalValues(a, b as Value, meter)) : a === b;
  }
  return obstacleIn(a, b) ?? equalValues(a as Value, b as Value, meter); // no obstacle, so both are values
}

/**
 * Compares to any depth without recursion: pairs to compare wait in a list, and one difference decides. An unknown
 * inside makes the result unknown, unless something else differs.
 */
export function equalValues(a: Value, b: Value, meter: Meter): EvalResult {
  const simple = equalSimple(a, b);
  if (simple !== undefined) return simple;
  const waiting: [Value, Value][] = [[a, b]];
  let obstacle: Unknown | CelError | undefined;
  for (let pair = waiting.pop(); pair !== undefined; pair = waiting.pop()) {
    const [left, right] = pair;
    if (!meter.spend(1)) return givenUp;
    const met = obstacleIn(left, right);
    if (met !== undefined) obstacle = moreSevere(obstacle, met);
    else {
      const same = equalSimple(left, right) ?? pushParts(left, right, waiting);
      if (!same) return false;
    }
  }
  return obstacle ?? true;
}

/** Undefined when parts have to be compared. */
function equalSimple(a: Value, b: Value): boolean | undefined {
  // A list is not always equal to itself: it may hold NaN.
  if (a === b && (typeof a !== 'object' || a === null)) return true;
  if (isNumber(a)) return isNumber(b) && compareNumbers(a, b) === 0;
  if (a === null || b === null || typeof a !== 'object' || typeof b !== 'object') return false;
  if (a instanceof Uint8Array) return b instanceof Uint8Array && compareBytes(a, b) === 0;
  if (a instanceof Timestamp) return b instanceof Timestamp && a.seconds === b.seconds && a.nanos === b.nanos;
  if (a instanceof Duration) return b instanceof Duration && a.nanos === b.nanos;
  if (a instanceof TypeValue) return b instanceof TypeValue && a.type === b.type;
  if (a instanceof Opaque) return b instanceof Opaque && a.type === b.type && a.text === b.text;
  if (b instanceof Double || b instanceof Uint) return false;
  return undefined;
}

function pushParts(a: Value, b: Value, waiting: [Value, Value][]): boolean {
  if (isList(a)) return isList(b) && pushElements(a, b, waiting);
  if (a instanceof Optional) {
    if (!(b instanceof Optional)) return false;
    if (a.value === undefined || b.value === undefined) return a.value === b.value;
    waiting.push([a.value, b.value]);
    return true;
  }
  return isMap(a) && isMap(b) && pushEntries(a, b, waiting);
}

function pushElements(a: ListValue, b: ListValue, waiting: [Value, Value][]): boolean {
  if (a.length !== b.length) return false;
  for (let i = 0; i < a.length; i++) {
    const left = elementAt(a, i) ?? null;
    const right = elementAt(b, i) ?? null;
    const same = left instanceof Unknown || right instanceof Unknown ? undefined : equalSimple(left, right);
    if (same === false) return false;
    if (same === undefined) waiting.push([left, right]);
  }
  return true;
}

function pushEntries(a: MapValue, b: MapValue, waiting: [Value, Value][]): boolean {
  if (sizeOf(a) !== sizeOf(b)) return false;
  for (const key of keysOf(a)) {
    const left = lookUp(a, key);
    const right = lookUp(b, key);
    if (left === undefined || right === undefined) return false;
    waiting.push([left, right]);
  }
  return true;
}

/**
 * By code point, as CEL orders strings. JavaScript orders by UTF-16 unit, which differs between surrogates and U+E000
 * and above.
 */
function compareStrings(a: string, b: string): number {
  if (a === b) return 0;
  if (!surrogate.test(a) && !surrogate.test(b)) return a < b ? -1 : 1;
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const x = a.charCodeAt(i);
    const y = b.charCodeAt(i);
    if (x !== y) return (isSurrogate(x) ? x + 0x10000 : x) - (isSurrogate(y) ? y + 0x10000 : y);
  }
  return a.length - b.length;
}

const surrogate = /[\ud800-\udfff]/;
const isSurrogate = (unit: number) => unit >= 0xd800 && unit <= 0xdfff;

function compareBytes(a: Uint8Array, b: Uint8Array): number {
  const length = Math.min(a.length, b.length);
  for (let i = 0; i < length; i++) {
    const difference = (a[i] ?? 0) - (b[i] ?? 0);
    if (difference !== 0) return difference;
  }
  return a.length - b.length;
}

/** Negative, zero or positive; NaN where neither value is before the other; undefined where the types have no order. */
export function compareValues(a: Value, b: Value): number | undefined {
  if (isNumber(a)) return isNumber(b) ? compareNumbers(a, b) : undefined;
  if (typeof a === 'string') return typeof b === 'string' ? compareStrings(a, b) : undefined;
  if (typeof a === 'boolean') return typeof b === 'boolean' ? Number(a) - Number(b) : undefined;
  if (a instanceof Uint8Array) return b instanceof Uint8Array ? compareBytes(a, b) : undefined;
  if (a instanceof Duration) return b instanceof Duration ? sign(a.nanos - b.nanos) : undefined;
  if (a instanceof Timestamp && b instanceof Timestamp) return sign(a.seconds - b.seconds) || a.nanos - b.nanos;
  return undefined;
}

const sign = (value: bigint) => (value < 0n ? -1 : value > 0n ? 1 : 0);

/** `<`, `<=`, `>`, `>=`. */
export function order(operator: string, holds: (difference: number) => boolean) {
  return (a: EvalResult, b: EvalResult): EvalResult => {
    const obstacle = obstacleIn(a, b);
    if (obstacle !== undefined) return obstacle;
    const difference = compareValues(a as Value, b as Value); // no obstacle, so both are values
    return difference === undefined ? noOverload(operator, a as Value, b as Value) : holds(difference);
  };
}

/** `element in container`. */
export function contains(element: EvalResult, container: EvalResult, meter: Meter): EvalResult {
  const obstacle = obstacleIn(element, container);
  if (obstacle !== undefined) return obstacle;
  const wanted = element as Value; // no obstacle
  const within = container as Value;
  if (isMap(within)) {
    const found = lookUp(within, wanted);
    return found instanceof Unknown ? found : found !== undefined;
  }
  return isList(within) ? listContains(within, wanted, meter) : noOverload('in', wanted, within);
}

export function listContains(list: ListValue, wanted: Value, meter: Meter): EvalResult {
  let obstacle: Unknown | CelError | undefined;
  if (!meter.spend(list.length)) return givenUp;
  for (let i = 0; i < list.length; i++) {
    const element = elementAt(list, i) ?? null;
    const same = element === wanted && typeof element === 'string' ? true : equals(element, wanted, meter);
    if (same === true) return true;
    if (same instanceof Unknown || same instanceof CelError) obstacle = moreSevere(obstacle, same);
  }
  return obstacle ?? false;
}
