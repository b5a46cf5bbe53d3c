import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';

/** The extensions for strings, bytes and patterns. Positions count code points from 0. */
export const strings: readonly FunctionDeclaration[] = [
  declare('The character at a position.', 'string . charAt(index: int): string'),
  declare(
    'Puts values in place of the marks in a text: %s any value, %d whole number, %f decimals, %e scientific, %x hex, %o octal, %b binary.',
    'string . format(values: list(dyn)): string',
  ),
  declare(
    'The position where the text first occurs, from an offset on, or where the element is in the list; -1 when there is none.',
    'string . indexOf(text: string): int',
    'string . indexOf(text: string, from: int): int',
    'list(A) . indexOf(element: A): int',
  ),
  declare(
    'The position where the text last occurs, or the element in the list; -1 when there is none.',
    'string . lastIndexOf(text: string): int',
    'string . lastIndexOf(text: string, upTo: int): int',
    'list(A) . lastIndexOf(element: A): int',
  ),
  declare(
    'The strings of a list as one, with a separator between them.',
    'list(string) . join(): string',
    'list(string) . join(separator: string): string',
  ),
  declare('The string with A to Z as a to z.', 'string . lowerAscii(): string'),
  declare('The string with a to z as A to Z.', 'string . upperAscii(): string'),
  declare(
    'The string with a text replaced wherever it occurs, or the given number of times.',
    'string . replace(text: string, by: string): string',
    'string . replace(text: string, by: string, times: int): string',
  ),
  declare(
    'The pieces between the separators, at most as many as the limit says.',
    'string . split(separator: string): list(string)',
    'string . split(separator: string, limit: int): list(string)',
  ),
  declare(
    'The part from a position to another, or to the end.',
    'string . substring(start: int): string',
    'string . substring(start: int, end: int): string',
  ),
  declare('The string without white space at either end.', 'string . trim(): string'),
  declare(
    'The string in quotes, with escapes for characters that a literal cannot contain.',
    'strings.quote(text: string): string',
  ),
  declare(
    'The value of a JSON text: a map, a list, a text, a number. It is not part of any CEL extension.',
    'json.decode(text: string): dyn',
  ),
  declare('The value as JSON text. It is not part of any CEL extension.', 'json.encode(value: A): string'),
  declare('The bytes as base64 text.', 'base64.encode(value: bytes): string'),
  declare('The bytes of a base64 text.', 'base64.decode(text: string): bytes'),
  declare(
    'The text with each match of the pattern replaced; \\1 is the first group.',
    'regex.replace(text: string, pattern: string, by: string): string',
    'regex.replace(text: string, pattern: string, by: string, times: int): string',
  ),
  declare(
    'The first match of the pattern, or of its single group; empty when there is none.',
    'regex.extract(text: string, pattern: string): optional(string)',
  ),
  declare(
    'All matches of the pattern, or of its single group.',
    'regex.extractAll(text: string, pattern: string): list(string)',
  ),
];
