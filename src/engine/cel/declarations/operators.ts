import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';

const ordered = ['bool', 'int', 'uint', 'double', 'string', 'bytes', 'timestamp', 'duration'] as const;

const comparison = (name: string, about: string): FunctionDeclaration => {
  const [first, ...rest] = ordered.map((type) => `${name}(left: ${type}, right: ${type}): bool`);
  return declare(about, first ?? '', ...rest);
};

/** Under CEL's own names, as in the syntax tree. `&&`, `||` and `?:` have nodes of their own. */
export const operators: readonly FunctionDeclaration[] = [
  declare(
    'Sum; also joins strings, bytes and lists, and moves a timestamp by a duration.',
    '_+_(left: bytes, right: bytes): bytes',
    '_+_(left: double, right: double): double',
    '_+_(left: duration, right: duration): duration',
    '_+_(left: duration, right: timestamp): timestamp',
    '_+_(left: timestamp, right: duration): timestamp',
    '_+_(left: int, right: int): int',
    '_+_(left: list(A), right: list(A)): list(A)',
    '_+_(left: string, right: string): string',
    '_+_(left: uint, right: uint): uint',
  ),
  declare(
    'Difference; between two timestamps it is a duration.',
    '_-_(left: double, right: double): double',
    '_-_(left: duration, right: duration): duration',
    '_-_(left: int, right: int): int',
    '_-_(left: timestamp, right: duration): timestamp',
    '_-_(left: timestamp, right: timestamp): duration',
    '_-_(left: uint, right: uint): uint',
  ),
  declare(
    'Product. Both sides must be of one number type: double(x) turns an int into a double.',
    '_*_(left: double, right: double): double',
    '_*_(left: int, right: int): int',
    '_*_(left: uint, right: uint): uint',
  ),
  declare(
    'Quotient; between ints the fraction is cut off.',
    '_/_(left: double, right: double): double',
    '_/_(left: int, right: int): int',
    '_/_(left: uint, right: uint): uint',
  ),
  declare(
    'Remainder of a division of whole numbers.',
    '_%_(left: int, right: int): int',
    '_%_(left: uint, right: uint): uint',
  ),
  declare('The number with the opposite sign.', '-_(value: double): double', '-_(value: int): int'),
  declare('True when the value is false.', '!_(value: bool): bool'),
  declare('Equal in type and value; maps and lists by their content.', '_==_(left: A, right: A): bool'),
  declare('Not equal.', '_!=_(left: A, right: A): bool'),
  comparison('_<_', 'Less than.'),
  comparison('_<=_', 'Less than or equal.'),
  comparison('_>_', 'Greater than.'),
  comparison('_>=_', 'Greater than or equal.'),
  declare(
    'Whether a list holds a value, or a map a key.',
    '@in(value: A, list: list(A)): bool',
    '@in(key: A, map: map(A, B)): bool',
  ),
  declare('Either of two values, which must be of one type.', '_?:_(then: A, otherwise: A): A'),
  declare(
    'The element at an index, from 0, or the value at a key; an error when there is none.',
    '_[_](list: list(A), index: int): A',
    '_[_](map: map(A, B), key: A): B',
    '_[_](list: optional(list(A)), index: int): optional(A)',
    '_[_](map: optional(map(A, B)), key: A): optional(B)',
  ),
  declare(
    'The element at an index or the value at a key as an optional, empty when there is none.',
    '_[?_](list: list(A), index: int): optional(A)',
    '_[?_](list: optional(list(A)), index: int): optional(A)',
    '_[?_](map: map(A, B), key: A): optional(B)',
    '_[?_](map: optional(map(A, B)), key: A): optional(B)',
  ),
];

/** The sign of an operator: `_+_` is `+`. */
export function operatorText(name: string): string {
  if (name === '@in') return 'in';
  if (name === '_[_]' || name === '_[?_]') return '[]';
  return name.startsWith('_') || name.endsWith('_') ? name.replaceAll('_', '') : name;
}

export const isOperator = (name: string): boolean => name.startsWith('_') || name.endsWith('_') || name === '@in';
