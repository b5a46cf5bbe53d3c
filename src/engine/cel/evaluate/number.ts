import { Double, double, int, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { overflow } from './eval-result.ts';
import type { CelError } from './eval-result.ts';

/** The numbers of CEL; `intOf`, `uintOf` and `doubleOf` determine the kind. */
export type NumberValue = number | bigint | Uint | Double;

export const isNumber = (value: Value | CelError): value is NumberValue =>
  typeof value === 'number' || typeof value === 'bigint' || value instanceof Double || value instanceof Uint;

/** As bigint; undefined for anything that is no int. */
export const intOf = (value: Value): bigint | undefined =>
  typeof value === 'bigint' ? value : Number.isInteger(value) ? BigInt(value as number) : undefined; // only numbers are integers

export const doubleOf = (value: Value): number | undefined =>
  value instanceof Double ? value.value : typeof value === 'number' && !Number.isInteger(value) ? value : undefined;

export const isDouble = (value: Value): boolean =>
  value instanceof Double || (typeof value === 'number' && !Number.isInteger(value));

/** Its mathematical value: JavaScript compares number and bigint exactly. */
export const magnitude = (value: NumberValue): number | bigint => (typeof value === 'object' ? value.value : value);

const uintMax = 0xffff_ffff_ffff_ffffn;

export const fitInt = (value: bigint): number | bigint | CelError =>
  BigInt.asIntN(64, value) === value ? int(value) : overflow('integer');

export const fitUint = (value: bigint): Uint | CelError =>
  value >= 0n && value <= uintMax ? new Uint(value) : overflow('unsigned integer');

/** Negative, zero or positive; NaN where either is NaN. */
export function compareNumbers(a: NumberValue, b: NumberValue): number {
  let x = magnitude(a);
  let y = magnitude(b);
  // An int beyond 2^53 is compared with a double as the nearest double, as in cel-go.
  if (isDouble(a)) y = Number(y);
  else if (isDouble(b)) x = Number(x);
  if (x < y) return -1;
  if (x > y) return 1;
  return x >= y ? 0 : NaN;
}

type Whole = (a: bigint, b: bigint) => bigint | CelError;

/** One operation over two numbers of the same kind; undefined where the kinds differ or have no such operation. */
export function calculate(
  a: Value,
  b: Value,
  whole: Whole,
  floating: ((a: number, b: number) => number) | null,
): Value | CelError | undefined {
  if (a instanceof Uint) {
    if (!(b instanceof Uint)) return undefined;
    const result = whole(a.value, b.value);
    return typeof result === 'bigint' ? fitUint(result) : result;
  }
  const x = intOf(a);
  if (x !== undefined) {
    const y = intOf(b);
    if (y === undefined) return undefined;
    const result = whole(x, y);
    return typeof result === 'bigint' ? fitInt(result) : result;
  }
  const left = doubleOf(a);
  const right = doubleOf(b);
  if (left === undefined || right === undefined || floating === null) return undefined;
  return double(floating(left, right));
}

/** An int as a position or a count; undefined for anything that is no int. */
export const indexOf = (value: Value): number | undefined =>
  typeof value === 'bigint' ? Number(value) : typeof value === 'number' && Number.isInteger(value) ? value : undefined;

/** Writes a double as Go's `%g` does, in the fewest digits, as `string(1e6)` does: `1e+06`. */
export function formatDouble(value: number): string {
  if (Number.isNaN(value)) return 'NaN';
  if (!Number.isFinite(value)) return value > 0 ? '+Inf' : '-Inf';
  if (Object.is(value, -0)) return '-0';
  const [digits = '0', exponent = '0'] = value.toExponential().split('e');
  const power = Number(exponent);
  if (power >= -4 && power < 6) return String(value);
  return `${digits}e${power < 0 ? '-' : '+'}${String(Math.abs(power)).padStart(2, '0')}`;
}
