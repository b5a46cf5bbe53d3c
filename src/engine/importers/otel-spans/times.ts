import { Double, isList, type Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { nanosOf, nanosOfMicros, readInstant } from '../../importing/values/instants.ts';
import { counted, type ImportReport } from '../../importing/import-report.ts';
import type { AnySpan } from './format.ts';

export interface SpanTimes {
  /** Nanoseconds since 1970. */
  readonly start: bigint | undefined;
  readonly end: bigint | undefined;
}

/** When a span began and ended; the unit of what is written as a plain number may be an assumption. */
export function timesOf(span: AnySpan, place: Path, report: ImportReport): SpanTimes {
  const start = timeIn(span, ['startTimeUnixNano', 'start_time_unix_nano'], ['startTime', 'start_time'], place, report);
  const ended = timeIn(span, ['endTimeUnixNano', 'end_time_unix_nano'], ['endTime', 'end_time'], place, report);
  // A span that has not ended is written with an end of 0.
  return { start, end: ended !== undefined && start !== undefined && ended < start ? undefined : ended };
}

type TimeKey = `${'start' | 'end'}${'TimeUnixNano' | '_time_unix_nano' | 'Time' | '_time'}`;

function timeIn(
  span: AnySpan,
  inNanos: readonly TimeKey[],
  inAnyUnit: readonly TimeKey[],
  place: Path,
  report: ImportReport,
): bigint | undefined {
  const written = (keys: readonly TimeKey[]) =>
    keys.map((key) => ({ key, value: span[key] })).find(({ value }) => value !== undefined && value !== null);
  const nanos = nanosIn(written(inNanos)?.value);
  if (nanos !== undefined) return nanos;
  const other = written(inAnyUnit) ?? written(inNanos);
  return other && ofAnyForm(other.value, [...place, other.key], report);
}

/** `[seconds, nanoseconds]` as the JavaScript SDK has it, ISO 8601, or a number whose unit only its size tells. */
function ofAnyForm(value: Value | undefined, place: Path, report: ImportReport): bigint | undefined {
  if (isList(value ?? null)) return ofPair(value ?? null);
  const number = numberIn(value);
  if (number !== undefined) return ofAnyUnit(number, place, report);
  const instant = readInstant(value, place, report);
  return instant === undefined ? undefined : nanosOf(instant);
}

function ofPair(value: Value): bigint | undefined {
  const [seconds, nanos] = isList(value) ? [...value] : [];
  if (typeof seconds !== 'number' || typeof nanos !== 'number') return undefined;
  return Number.isSafeInteger(seconds) && Number.isSafeInteger(nanos)
    ? BigInt(seconds) * 1_000_000_000n + BigInt(nanos)
    : undefined;
}

function nanosIn(value: Value | undefined): bigint | undefined {
  if (isList(value ?? null)) return ofPair(value ?? null);
  const number = numberIn(value);
  return typeof number === 'number' ? (Number.isSafeInteger(number) ? BigInt(number) : undefined) : number;
}

/** Integers beyond what a double holds stay exact. */
function numberIn(value: Value | undefined): number | bigint | undefined {
  if (value instanceof Double) return value.value;
  if (typeof value === 'number' || typeof value === 'bigint') return value;
  if (typeof value !== 'string' || !/^\d{1,30}$/.test(value)) return undefined;
  return value.length > 15 ? BigInt(value) : Number(value);
}

/** None of these is within 30 years of 1970 in another unit. */
const units = [
  { unit: 'seconds', below: 1e11, nanos: 1e9 },
  { unit: 'milliseconds', below: 1e14, nanos: 1e6 },
  { unit: 'microseconds', below: 1e17, nanos: 1e3 },
  { unit: 'nanoseconds', below: 1e20, nanos: 1 },
] as const;

/** Below this a number counts from a moment that nobody knows: it says how long, not when. */
const earliest = 1e9;

function ofAnyUnit(number: number | bigint, place: Path, report: ImportReport): bigint | undefined {
  const found = number < earliest ? undefined : units.find(({ below }) => number < below);
  if (found === undefined) return typeof number === 'bigint' ? number : nanosIn(number);
  report.note(
    'assumed',
    `otel-spans/${found.unit}`,
    place,
    (n) =>
      `${counted(n, 'time')} written as a number without its unit: taken as ${found.unit} since 1970, by its size.`,
  );
  if (typeof number === 'bigint') return number * BigInt(found.nanos);
  // Microseconds are as exact as a double is for times of our century.
  return nanosOfMicros((number * found.nanos) / 1000);
}
