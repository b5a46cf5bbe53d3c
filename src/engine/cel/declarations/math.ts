import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';

const numbers = ['double', 'int', 'uint'] as const;

/** The signatures of cel-go's greatest and least: numbers of different types compare, with a `dyn` result. */
function extreme(name: string, about: string): FunctionDeclaration {
  const pairs = numbers.flatMap((a) => numbers.map((b) => ({ a, b })));
  return declare(
    about,
    `${name}(value: double): double`,
    `${name}(value: int): int`,
    `${name}(value: uint): uint`,
    ...pairs.map(({ a, b }) => `${name}(first: ${a}, second: ${b}): ${a === b ? a : 'dyn'}`),
    `${name}(values: list(double)): double`,
    `${name}(values: list(int)): int`,
    `${name}(values: list(uint)): uint`,
  );
}

const ofDouble = (name: string, about: string): FunctionDeclaration =>
  declare(about, `math.${name}(value: double): double`);

const testOfDouble = (name: string, about: string): FunctionDeclaration =>
  declare(about, `math.${name}(value: double): bool`);

const ofBits = (name: string, about: string): FunctionDeclaration =>
  declare(about, `math.${name}(left: int, right: int): int`, `math.${name}(left: uint, right: uint): uint`);

const shift = (name: string, about: string): FunctionDeclaration =>
  declare(about, `math.${name}(value: int, places: int): int`, `math.${name}(value: uint, places: int): uint`);

export const math: readonly FunctionDeclaration[] = [
  extreme('math.greatest', 'The greatest of the numbers, or of a list of them.'),
  extreme('math.least', 'The least of the numbers, or of a list of them.'),
  ofDouble('ceil', 'The next whole number upwards, as a double.'),
  ofDouble('floor', 'The next whole number downwards, as a double.'),
  ofDouble('round', 'The nearest whole number as a double; halves round away from zero.'),
  ofDouble('trunc', 'The number without its fraction, as a double.'),
  declare(
    'The number without its sign.',
    'math.abs(value: double): double',
    'math.abs(value: int): int',
    'math.abs(value: uint): uint',
  ),
  declare(
    '-1, 0 or 1, according to the sign of the number.',
    'math.sign(value: double): double',
    'math.sign(value: int): int',
    'math.sign(value: uint): uint',
  ),
  declare(
    'The square root.',
    'math.sqrt(value: double): double',
    'math.sqrt(value: int): double',
    'math.sqrt(value: uint): double',
  ),
  testOfDouble('isNaN', 'Whether the value is not a number.'),
  testOfDouble('isInf', 'Whether the number is infinite, of either sign.'),
  testOfDouble('isFinite', 'Whether the value is a number and not infinite.'),
  ofBits('bitAnd', 'The bits that both numbers have.'),
  ofBits('bitOr', 'The bits that at least one number has.'),
  ofBits('bitXor', 'The bits that exactly one number has.'),
  declare('All bits inverted.', 'math.bitNot(value: int): int', 'math.bitNot(value: uint): uint'),
  shift('bitShiftLeft', 'The bits moved to the left.'),
  shift('bitShiftRight', 'The bits moved to the right; zeros follow.'),
];
