import { declare } from './signature.ts';
import type { FunctionDeclaration } from './signature.ts';

/** The language's own functions: size, conversions, string tests, times. */
export const standard: readonly FunctionDeclaration[] = [
  declare(
    'The number of code points of a string, of bytes, of elements of a list, or of keys of a map.',
    'size(value: string): int',
    'size(value: bytes): int',
    'size(value: list(A)): int',
    'size(value: map(A, B)): int',
    'string . size(): int',
    'bytes . size(): int',
    'list(A) . size(): int',
    'map(A, B) . size(): int',
  ),
  declare('Whether the text occurs within the string.', 'string . contains(text: string): bool'),
  declare('Whether the string begins with the text.', 'string . startsWith(prefix: string): bool'),
  declare('Whether the string ends with the text.', 'string . endsWith(suffix: string): bool'),
  declare(
    'Whether an RE2 pattern occurs in the string; anchor it with ^ and $ to match the whole.',
    'string . matches(pattern: string): bool',
    'matches(text: string, pattern: string): bool',
  ),
  declare('A bool from "true", "false" and their short forms.', 'bool(value: bool): bool', 'bool(value: string): bool'),
  declare('The UTF-8 bytes of a string.', 'bytes(value: bytes): bytes', 'bytes(value: string): bytes'),
  declare(
    'The number as a double.',
    'double(value: double): double',
    'double(value: int): double',
    'double(value: string): double',
    'double(value: uint): double',
  ),
  declare(
    'A whole number: a double loses its fraction, a timestamp gives seconds since 1970, a duration nanoseconds.',
    'int(value: int): int',
    'int(value: double): int',
    'int(value: duration): int',
    'int(value: string): int',
    'int(value: timestamp): int',
    'int(value: uint): int',
  ),
  declare(
    'An unsigned whole number; an error for anything negative.',
    'uint(value: uint): uint',
    'uint(value: double): uint',
    'uint(value: int): uint',
    'uint(value: string): uint',
  ),
  declare(
    'The value as text.',
    'string(value: string): string',
    'string(value: bool): string',
    'string(value: bytes): string',
    'string(value: double): string',
    'string(value: duration): string',
    'string(value: int): string',
    'string(value: timestamp): string',
    'string(value: uint): string',
    'string(value: net.IP): string',
    'string(value: net.CIDR): string',
  ),
  declare('The type of a value, to be compared with a name such as int or string.', 'type(value: A): type(A)'),
  declare('The value itself, taken as any type by the checker.', 'dyn(value: A): dyn'),
  declare(
    'A timestamp from RFC 3339 text such as "2026-05-20T03:45:00Z", or from seconds since 1970.',
    'timestamp(value: timestamp): timestamp',
    'timestamp(seconds: int): timestamp',
    'timestamp(text: string): timestamp',
  ),
  declare(
    'A duration from text such as "1h30m" or "2.5s".',
    'duration(value: duration): duration',
    'duration(text: string): duration',
  ),
  ...[
    ['getFullYear', 'The year.'],
    ['getMonth', 'The month, 0 for January.'],
    ['getDate', 'The day of the month, from 1.'],
    ['getDayOfMonth', 'The day of the month, from 0.'],
    ['getDayOfWeek', 'The day of the week, 0 for Sunday.'],
    ['getDayOfYear', 'The day of the year, from 0.'],
  ].map(([name, about = '']) =>
    declare(about, `timestamp . ${name}(): int`, `timestamp . ${name}(timezone: string): int`),
  ),
  ...[
    ['getHours', 'The hour of a timestamp, or all hours of a duration.'],
    ['getMinutes', 'The minute of a timestamp, or all minutes of a duration.'],
    ['getSeconds', 'The second of a timestamp, or all seconds of a duration.'],
    [
      'getMilliseconds',
      'The milliseconds within a second, 0 to 999: of a timestamp, or of a duration’s rest beyond whole seconds.',
    ],
  ].map(([name, about = '']) =>
    declare(
      about,
      `timestamp . ${name}(): int`,
      `timestamp . ${name}(timezone: string): int`,
      `duration . ${name}(): int`,
    ),
  ),
];
