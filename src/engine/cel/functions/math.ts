import { Double, double, isList, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { absolute } from '../evaluate/arithmetic.ts';
import { fn, variadic } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { compareNumbers, doubleOf, fitInt, intOf, isNumber, magnitude } from '../evaluate/number.ts';
import { invalid } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';

/** The math extension. */
export const mathFunctions: readonly CelFunction[] = [
  variadic('math.greatest', (args) => extreme(args, 1)),
  variadic('math.least', (args) => extreme(args, -1)),
  rounding('ceil', Math.ceil),
  rounding('floor', Math.floor),
  rounding('trunc', Math.trunc),
  // Halves round away from zero; adding a half first would round 0.49999999999999994 up.
  rounding('round', (value) => Math.trunc(value) + (Math.abs(value - Math.trunc(value)) >= 0.5 ? Math.sign(value) : 0)),
  fn('math.abs', 1, absolute),
  fn('math.sign', 1, sign),
  fn('math.sqrt', 1, (value) => (isNumber(value) ? double(Math.sqrt(Number(magnitude(value)))) : undefined)),
  about('isNaN', Number.isNaN),
  about('isInf', (value) => Math.abs(value) === Infinity),
  about('isFinite', Number.isFinite),
  bitwise('bitAnd', (a, b) => a & b),
  bitwise('bitOr', (a, b) => a | b),
  bitwise('bitXor', (a, b) => a ^ b),
  fn('math.bitNot', 1, (value) => {
    const whole = intOf(value);
    if (whole !== undefined) return fitInt(~whole);
    return value instanceof Uint ? new Uint(BigInt.asUintN(64, ~value.value)) : undefined;
  }),
  shift('bitShiftLeft', (value, bits) => value << bits),
  shift('bitShiftRight', (value, bits) => BigInt.asUintN(64, value) >> bits),
];

/** The first of the greatest, or of the least; a single list argument counts as its numbers. */
function extreme(args: readonly Value[], direction: 1 | -1): EvalResult | undefined {
  const [first] = args;
  const numbers = args.length === 1 && first !== undefined && isList(first) ? first : args;
  let found: Value | undefined;
  for (const candidate of numbers) {
    if (!isNumber(candidate)) return undefined;
    const difference = found === undefined || !isNumber(found) ? 1 : compareNumbers(candidate, found) * direction;
    if (Number.isNaN(difference)) return invalid('NaN is neither greater nor less than another number');
    if (difference > 0) found = candidate;
  }
  return found ?? invalid('the list is empty: it has neither a least nor a greatest number');
}

function rounding(name: string, round: (value: number) => number): CelFunction {
  return fn(`math.${name}`, 1, (value) => {
    const number = doubleOf(value);
    return number === undefined ? undefined : double(round(number));
  });
}

function about(name: string, holds: (value: number) => boolean): CelFunction {
  return fn(`math.${name}`, 1, (value) => {
    const number = doubleOf(value);
    return number === undefined ? undefined : holds(number);
  });
}

function sign(value: Value): EvalResult | undefined {
  if (value instanceof Uint) return new Uint(value.value > 0n ? 1n : 0n);
  if (value instanceof Double) return new Double(Math.sign(value.value));
  if (typeof value === 'number') return Number.isInteger(value) ? Math.sign(value) : double(Math.sign(value));
  return typeof value === 'bigint' ? (value < 0n ? -1 : 1) : undefined;
}

function bitwise(name: string, combine: (a: bigint, b: bigint) => bigint): CelFunction {
  return fn(`math.${name}`, 2, (a, b) => {
    if (a instanceof Uint) return b instanceof Uint ? new Uint(combine(a.value, b.value)) : undefined;
    const x = intOf(a);
    const y = intOf(b);
    return x === undefined || y === undefined ? undefined : fitInt(combine(x, y));
  });
}

/** Bits move as in an unsigned number of 64 bits, whatever the sign. */
function shift(name: string, move: (value: bigint, bits: bigint) => bigint): CelFunction {
  return fn(`math.${name}`, 2, (value, by) => {
    const bits = intOf(by);
    const whole = value instanceof Uint ? value.value : intOf(value);
    if (bits === undefined || whole === undefined) return undefined;
    if (bits < 0n) return invalid(`math.${name}() negative offset: ${bits}`);
    const moved = bits > 63n ? 0n : move(whole, bits);
    return value instanceof Uint ? new Uint(BigInt.asUintN(64, moved)) : fitInt(BigInt.asIntN(64, moved));
  });
}
