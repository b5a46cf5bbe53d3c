import { CelError, type EvalResult } from '../cel/index.ts';
import { formatDuration, formatTimestamp } from '../cel/evaluate/time.ts';
import { isSame } from '../model/equal.ts';
import {
  Double,
  Duration,
  elementAt,
  isList,
  isMap,
  keysOf,
  Timestamp,
  Uint,
  Unknown,
  type Value,
} from '../model/value.ts';
import { lookUp } from '../cel/evaluate/access.ts';

/**
 * Whether two engines answer the same. Two errors are the same answer, whatever their messages. Some engines have one kind
 * of number, and texts for times: their `1` is our `1`, `1u` and `1.0`.
 */
export function sameAnswer(ours: EvalResult, theirs: EvalResult): boolean {
  if (ours instanceof CelError || theirs instanceof CelError)
    return ours instanceof CelError && theirs instanceof CelError;
  if (ours instanceof Unknown || theirs instanceof Unknown) return ours instanceof Unknown && theirs instanceof Unknown;
  return sameValue(ours, theirs, 0);
}

/** Deeper than this, two values count as different. */
const maxDepth = 500;

function sameValue(ours: Value, theirs: Value, depth: number): boolean {
  if (depth > maxDepth) return false;
  const [left, right] = [plainOf(ours), plainOf(theirs)];
  if (typeof left === 'bigint' || typeof right === 'bigint') return sameNumber(left, right);
  if (isList(left)) {
    if (!isList(right) || left.length !== right.length) return false;
    for (let at = 0; at < left.length; at++)
      if (!sameValue(elementAt(left, at) ?? null, elementAt(right, at) ?? null, depth + 1)) return false;
    return true;
  }
  if (!isMap(left)) return isSame(left, right);
  if (!isMap(right)) return false;
  const keys = keysOf(left);
  if (keys.length !== keysOf(right).length) return false;
  return keys.every((key) => {
    const [mine, other] = [lookUp(left, key), lookUp(right, key)];
    return mine !== undefined && other !== undefined && sameValue(mine, other, depth + 1);
  });
}

const sameNumber = (left: Value, right: Value): boolean =>
  (typeof left === 'bigint' || typeof left === 'number') &&
  (typeof right === 'bigint' || typeof right === 'number') &&
  // oxlint-disable-next-line eqeqeq -- compares a bigint and a number by value
  left == right;

function plainOf(value: Value): Value {
  if (value instanceof Double) return value.value;
  if (value instanceof Uint) return value.value;
  if (value instanceof Timestamp) return formatTimestamp(value);
  if (value instanceof Duration) return formatDuration(value);
  // A list that an engine was given has null where the recording lacks a value.
  return value instanceof Unknown ? null : value;
}
