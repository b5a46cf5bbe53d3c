import { Double, Duration, isList, isMap, Optional, Timestamp, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { none, sizeOf } from '../evaluate/access.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { fn, method } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { invalid } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';

/** Optional values. The planner evaluates the argument of `or` and `orValue` only where it is needed. */
export const optionalFunctions: readonly CelFunction[] = [
  fn('optional.of', 1, (value) => new Optional(value)),
  fn('optional.ofNonZeroValue', 1, (value) => (isZero(value) ? none : new Optional(value))),
  fn('optional.none', 0, () => none),
  fn('optional.unwrap', 1, unwrap),
  method('unwrapOpt', 1, unwrap),
  method('hasValue', 1, (optional) => (optional instanceof Optional ? optional.value !== undefined : undefined)),
  method('value', 1, (optional) => {
    if (!(optional instanceof Optional)) return undefined;
    return optional.value === undefined ? invalid('optional.none() dereference: there is no value') : optional.value;
  }),
  method('or', 2, (optional, other) => {
    if (!(optional instanceof Optional)) return undefined;
    return optional.value !== undefined ? optional : other instanceof Optional ? other : undefined;
  }),
  method('orValue', 2, (optional, other) =>
    optional instanceof Optional ? (optional.value === undefined ? other : optional.value) : undefined,
  ),
];

function unwrap(list: Value, _b: Value, _c: Value, _d: Value, meter: Meter): EvalResult | undefined {
  if (!isList(list)) return undefined;
  if (!meter.spend(list.length)) return givenUp;
  const values: Value[] = [];
  for (const element of list) {
    if (!(element instanceof Optional)) return undefined;
    if (element.value !== undefined) values.push(element.value);
  }
  return values;
}

/** True for the default value of a field of this type. */
function isZero(value: Value): boolean {
  if (value === null || value === false || value === 0 || value === '') return true;
  if (value instanceof Double) return value.value === 0;
  if (value instanceof Uint) return value.value === 0n;
  if (value instanceof Uint8Array) return value.length === 0;
  if (value instanceof Duration) return value.nanos === 0n;
  if (value instanceof Timestamp) return value.seconds === 0n && value.nanos === 0;
  return (isList(value) || isMap(value)) && sizeOf(value) === 0;
}
