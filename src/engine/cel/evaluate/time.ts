import { withoutEnd } from '../../../base/scan.ts';
import { Duration, Timestamp } from '../../model/value.ts';
import { invalid, overflow } from './eval-result.ts';
import type { CelError } from './eval-result.ts';

const billion = 1_000_000_000n;
/** 0001-01-01T00:00:00Z and 9999-12-31T23:59:59Z. */
const firstSecond = -62135596800n;
const lastSecond = 253402300799n;

/** A duration is an int64 of nanoseconds, as in Go: about 292 years either way. */
export const fitDuration = (nanos: bigint): Duration | CelError =>
  BigInt.asIntN(64, nanos) === nanos ? new Duration(nanos) : overflow('duration');

export function fitTimestamp(seconds: bigint, nanos: number): Timestamp | CelError {
  return seconds < firstSecond || seconds > lastSecond ? overflow('timestamp') : new Timestamp(seconds, nanos);
}

export function addDuration(timestamp: Timestamp, nanos: bigint): Timestamp | CelError {
  const total = timestamp.seconds * billion + BigInt(timestamp.nanos) + nanos;
  const seconds = total >= 0n ? total / billion : -((-total + billion - 1n) / billion);
  return fitTimestamp(seconds, Number(total - seconds * billion));
}

export const difference = (a: Timestamp, b: Timestamp): Duration | CelError =>
  fitDuration((a.seconds - b.seconds) * billion + BigInt(a.nanos - b.nanos));

const rfc3339 = /^(\d{4})-(\d\d)-(\d\d)T(\d\d):(\d\d):(\d\d)(?:\.(\d{1,9})\d*)?(?:(Z)|([+-])(\d\d):(\d\d))$/;

export function parseTimestamp(text: string): Timestamp | CelError {
  const match = rfc3339.exec(text);
  const wrong = () =>
    invalid(`${JSON.stringify(text.slice(0, 60))} is not a timestamp; a timestamp looks like "2026-05-20T03:45:00Z"`);
  if (match === null) return wrong();
  const [, year, month, day, hour, minute, second, fraction = '', , sign, offsetHours = '0', offsetMinutes = '0'] =
    match;
  const fields = [year, month, day, hour, minute, second].map(Number);
  const [y = 0, mo = 0, d = 0, h = 0, mi = 0, s = 0] = fields;
  const days = daysFromCivil(y, mo, d);
  const valid = mo >= 1 && mo <= 12 && d >= 1 && d <= daysInMonth(y, mo) && h < 24 && mi < 60 && s < 60;
  if (!valid || Number(offsetHours) > 23 || Number(offsetMinutes) > 59) return wrong();
  const offset = (Number(offsetHours) * 60 + Number(offsetMinutes)) * (sign === '-' ? -60 : 60);
  const seconds = days * 86400 + h * 3600 + mi * 60 + s - offset;
  return fitTimestamp(BigInt(seconds), Number(fraction.padEnd(9, '0')));
}

/** UTC, with as many fraction digits as it needs. */
export function formatTimestamp({ seconds, nanos }: Timestamp): string {
  const { year, month, day, hour, minute, second } = civil(Number(seconds));
  const two = (value: number) => String(value).padStart(2, '0');
  const fraction = nanos === 0 ? '' : `.${withoutEnd(String(nanos).padStart(9, '0'), /0/)}`;
  const date = `${String(year).padStart(4, '0')}-${two(month)}-${two(day)}`;
  return `${date}T${two(hour)}:${two(minute)}:${two(second)}${fraction}Z`;
}

export interface Civil {
  readonly year: number;
  /** 1…12. */
  readonly month: number;
  readonly day: number;
  readonly hour: number;
  readonly minute: number;
  readonly second: number;
  /** Sunday is 0. */
  readonly weekday: number;
  /** The first of January is 0. */
  readonly yearDay: number;
}

/** Calendar fields of a number of seconds since 1970, in the proleptic Gregorian calendar. */
export function civil(seconds: number): Civil {
  const days = Math.floor(seconds / 86400);
  const rest = seconds - days * 86400;
  const date = new Date(days * 86_400_000);
  const year = date.getUTCFullYear();
  return {
    year,
    month: date.getUTCMonth() + 1,
    day: date.getUTCDate(),
    hour: Math.floor(rest / 3600),
    minute: Math.floor(rest / 60) % 60,
    second: rest % 60,
    weekday: date.getUTCDay(),
    yearDay: days - daysFromCivil(year, 1, 1),
  };
}

function daysInMonth(year: number, month: number): number {
  if (month !== 2) return month === 4 || month === 6 || month === 9 || month === 11 ? 30 : 31;
  return (year % 4 === 0 && year % 100 !== 0) || year % 400 === 0 ? 29 : 28;
}

/** Days since 1970-01-01. `Date.UTC` reads years below 100 as 19xx, so the year is set separately. */
function daysFromCivil(year: number, month: number, day: number): number {
  const date = new Date(0);
  date.setUTCFullYear(year, month - 1, day);
  return Math.round(date.getTime() / 86_400_000);
}

const unitNanos: { readonly [unit: string]: bigint } = {
  h: 3600n * billion,
  m: 60n * billion,
  s: billion,
  ms: 1_000_000n,
  us: 1000n,
  µs: 1000n,
  μs: 1000n,
  ns: 1n,
};

const durationPart = /(\d+(?:\.\d*)?|\.\d+)(ms|us|µs|μs|ns|h|m|s)/y;

/** `1h30m`, `1.5s`, `-2ms`: as Go writes durations. */
export function parseDuration(text: string): Duration | CelError {
  const negative = text.startsWith('-');
  let at = negative || text.startsWith('+') ? 1 : 0;
  if (text.slice(at) === '0') return new Duration(0n);
  const wrong = () =>
    invalid(`${JSON.stringify(text.slice(0, 60))} is not a duration; a duration looks like "1h30m" or "2.5s"`);
  if (at === text.length || text.length > 200) return wrong();
  let nanos = 0n;
  while (at < text.length) {
    durationPart.lastIndex = at;
    const match = durationPart.exec(text);
    if (match === null) return wrong();
    nanos += partNanos(match[1] ?? '', match[2] ?? '');
    at += match[0].length;
  }
  return fitDuration(negative ? -nanos : nanos);
}

function partNanos(digits: string, unit: string): bigint {
  const [whole = '', fraction = ''] = digits.split('.');
  const scale = unitNanos[unit] ?? 0n;
  return BigInt(whole || '0') * scale + (BigInt(fraction || '0') * scale) / 10n ** BigInt(fraction.length);
}

/** In seconds, with as many digits as it needs: `5400s`, `0.002s`. */
export function formatDuration({ nanos }: Duration): string {
  const size = nanos < 0n ? -nanos : nanos;
  const fraction = size % billion === 0n ? '' : `.${withoutEnd(String(size % billion).padStart(9, '0'), /0/)}`;
  return `${nanos < 0n ? '-' : ''}${size / billion}${fraction}s`;
}
