import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';

const sortable = ['int', 'uint', 'double', 'bool', 'duration', 'timestamp', 'string', 'bytes'] as const;

/** The extensions for lists and sets, and `put`, which the Common Agent Specification's examples use. */
export const lists: readonly FunctionDeclaration[] = [
  declare(
    'The elements from one index up to another, without the latter.',
    'list(A) . slice(start: int, end: int): list(A)',
  ),
  declare(
    'The elements of nested lists as one list, down to a depth.',
    'list(list(A)) . flatten(): list(A)',
    'list(dyn) . flatten(depth: int): list(dyn)',
  ),
  declare(
    'The elements in ascending order.',
    'list(int) . sort(): list(int)',
    ...sortable.slice(1).map((type) => `list(${type}) . sort(): list(${type})`),
  ),
  declare('Each different element once, in the order of its first occurrence.', 'list(A) . distinct(): list(A)'),
  declare(
    'The elements of a list, or the characters of a string, in reverse order.',
    'list(A) . reverse(): list(A)',
    'string . reverse(): string',
  ),
  declare('The first element as an optional, empty for an empty list.', 'list(A) . first(): optional(A)'),
  declare('The last element as an optional, empty for an empty list.', 'list(A) . last(): optional(A)'),
  declare('The ints from 0 up to the count, without the count.', 'lists.range(count: int): list(int)'),
  declare(
    'Whether the first list holds every element of the second.',
    'sets.contains(list: list(A), elements: list(A)): bool',
  ),
  declare(
    'Whether both lists hold the same elements, in any order.',
    'sets.equivalent(left: list(A), right: list(A)): bool',
  ),
  declare('Whether the lists have an element in common.', 'sets.intersects(left: list(A), right: list(A)): bool'),
  declare(
    'A copy of the map with one key added or changed.',
    'map(A, B) . put(key: A, value: B): map(A, B)',
    'map(dyn, dyn) . put(key: dyn, value: dyn): map(dyn, dyn)',
  ),
];

export const optionals: readonly FunctionDeclaration[] = [
  declare('An optional that holds the value.', 'optional.of(value: A): optional(A)'),
  declare(
    'An optional that holds the value, empty for zero, "", [], {}, false and null.',
    'optional.ofNonZeroValue(value: A): optional(A)',
  ),
  declare('The empty optional.', 'optional.none(): optional(A)'),
  declare(
    'The values of those optionals in a list that hold one.',
    'optional.unwrap(list: list(optional(A))): list(A)',
  ),
  declare('The values of those optionals in the list that hold one.', 'list(optional(A)) . unwrapOpt(): list(A)'),
  declare('Whether the optional holds a value.', 'optional(A) . hasValue(): bool'),
  declare('The value that the optional holds; an error when it is empty.', 'optional(A) . value(): A'),
  declare('This optional, or the other when this is empty.', 'optional(A) . or(other: optional(A)): optional(A)'),
  declare(
    'The value that the optional holds, or the other value when it is empty.',
    'optional(A) . orValue(other: A): A',
  ),
];

/** In the Common Agent Specification's examples `last` returns the element itself. */
export const specification: readonly FunctionDeclaration[] = [
  declare('The last element; an error for an empty list.', 'list(A) . last(): A'),
];
