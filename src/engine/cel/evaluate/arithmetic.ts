import { Double, double, Duration, isList, Timestamp, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Meter } from './frame.ts';
import { givenUp } from './frame.ts';
import { calculate, fitInt, intOf, doubleOf } from './number.ts';
import { CelError, noOverload, obstacleIn } from './eval-result.ts';
import type { EvalResult } from './eval-result.ts';
import { addDuration, difference, fitDuration } from './time.ts';

/** Small ints and doubles need no bigint: each operator tries them first. Operands may be obstacles. */
export type Operator = (a: EvalResult, b: EvalResult, meter: Meter) => EvalResult;

const maxText = 100_000_000;
const divideByZero = new CelError('divide_by_zero', 'divide by zero');
const moduloByZero = new CelError('divide_by_zero', 'modulus by zero');

export const add: Operator = (a, b, meter) => {
  if (typeof a === 'number' && typeof b === 'number') {
    const sum = a + b;
    const whole = Number.isInteger(a);
    if (whole && Number.isInteger(b) && Number.isSafeInteger(sum)) return sum;
    if (!whole && !Number.isInteger(b)) return double(sum);
  }
  if (typeof a === 'string' && typeof b === 'string') {
    if (a.length + b.length > maxText)
      return new CelError('budget_exceeded', `the text grows beyond ${maxText} characters`);
    return meter.spend((a.length + b.length) >> 6) ? a + b : givenUp;
  }
  return obstacleIn(a, b) ?? addOther(a as Value, b as Value, meter); // no obstacle, so both are values
};

function addOther(a: Value, b: Value, meter: Meter): EvalResult {
  const sum = calculate(
    a,
    b,
    (x, y) => x + y,
    (x, y) => x + y,
  );
  if (sum !== undefined) return sum;
  if (isList(a) && isList(b)) return meter.spend(a.length + b.length) ? [...a, ...b] : givenUp;
  if (a instanceof Uint8Array && b instanceof Uint8Array) {
    if (!meter.spend((a.length + b.length) >> 3)) return givenUp;
    const joined = new Uint8Array(a.length + b.length);
    joined.set(a);
    joined.set(b, a.length);
    return joined;
  }
  if (a instanceof Duration && b instanceof Duration) return fitDuration(a.nanos + b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) return addDuration(a, b.nanos);
  if (a instanceof Duration && b instanceof Timestamp) return addDuration(b, a.nanos);
  return noOverload('+', a, b);
}

export const subtract: Operator = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') {
    const rest = a - b;
    const whole = Number.isInteger(a);
    if (whole && Number.isInteger(b) && Number.isSafeInteger(rest)) return rest;
    if (!whole && !Number.isInteger(b)) return double(rest);
  }
  return obstacleIn(a, b) ?? subtractOther(a as Value, b as Value); // no obstacle, so both are values
};

function subtractOther(a: Value, b: Value): EvalResult {
  const rest = calculate(
    a,
    b,
    (x, y) => x - y,
    (x, y) => x - y,
  );
  if (rest !== undefined) return rest;
  if (a instanceof Duration && b instanceof Duration) return fitDuration(a.nanos - b.nanos);
  if (a instanceof Timestamp && b instanceof Duration) return addDuration(a, -b.nanos);
  if (a instanceof Timestamp && b instanceof Timestamp) return difference(a, b);
  return noOverload('-', a, b);
}

export const multiply: Operator = (a, b) => {
  if (typeof a === 'number' && typeof b === 'number') {
    const product = a * b;
    const whole = Number.isInteger(a);
    // An int is never -0; `+ 0` ensures that.
    if (whole && Number.isInteger(b) && Number.isSafeInteger(product)) return product + 0;
    if (!whole && !Number.isInteger(b)) return double(product);
  }
  return (
    obstacleIn(a, b) ??
    calculate(
      a as Value,
      b as Value,
      (x, y) => x * y,
      (x, y) => x * y,
    ) ?? // no obstacle, so both are values
    noOverload('*', a as Value, b as Value)
  );
};

export const divide: Operator = (a, b) => {
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && b !== 0) {
    const x = a as number; // a safe integer is a number
    const y = b as number;
    return (x - (x % y)) / y + 0;
  }
  const whole = (x: bigint, y: bigint) => (y === 0n ? divideByZero : x / y);
  return (
    obstacleIn(a, b) ??
    calculate(a as Value, b as Value, whole, (x, y) => x / y) ?? // no obstacle, so both are values
    noOverload('/', a as Value, b as Value)
  );
};

export const modulo: Operator = (a, b) => {
  if (Number.isSafeInteger(a) && Number.isSafeInteger(b) && b !== 0) return ((a as number) % (b as number)) + 0; // both numbers
  const whole = (x: bigint, y: bigint) => (y === 0n ? moduloByZero : x % y);
  return obstacleIn(a, b) ?? calculate(a as Value, b as Value, whole, null) ?? noOverload('%', a as Value, b as Value); // both values
};

export function negate(value: Value): EvalResult {
  const whole = intOf(value);
  if (whole !== undefined) return fitInt(-whole);
  const fraction = doubleOf(value);
  if (fraction !== undefined) return double(-fraction);
  if (value instanceof Duration) return fitDuration(-value.nanos);
  return noOverload('-', value);
}

/** For tests of magnitude: the absolute value of an int may not fit its type. */
export function absolute(value: Value): EvalResult | undefined {
  const whole = intOf(value);
  if (whole !== undefined) return whole < 0n ? fitInt(-whole) : value;
  if (value instanceof Uint) return value;
  if (value instanceof Double) return new Double(Math.abs(value.value));
  return typeof value === 'number' ? Math.abs(value) : undefined;
}
