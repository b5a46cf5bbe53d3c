import { Duration, Timestamp } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { method } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { cut, invalid } from '../evaluate/eval-result.ts';
import type { CelError } from '../evaluate/eval-result.ts';
import { civil } from '../evaluate/time.ts';
import type { Civil } from '../evaluate/time.ts';

/**
 * Calendar fields of timestamps, in UTC or another zone, and lengths of durations. For a duration, hours, minutes and
 * seconds count its whole length, milliseconds only the rest of a second (cel-spec `doc/langdef.md`, "Abstract types";
 * cel-go counts the whole length there as well, https://github.com/cel-expr/cel-go/issues/453).
 */
export const timeFunctions: readonly CelFunction[] = [
  field('getFullYear', ({ year }) => year),
  field('getMonth', ({ month }) => month - 1),
  field('getDate', ({ day }) => day),
  field('getDayOfMonth', ({ day }) => day - 1),
  field('getDayOfWeek', ({ weekday }) => weekday),
  field('getDayOfYear', ({ yearDay }) => yearDay),
  field(
    'getHours',
    ({ hour }) => hour,
    (nanos) => nanos / 3600_000_000_000n,
  ),
  field(
    'getMinutes',
    ({ minute }) => minute,
    (nanos) => nanos / 60_000_000_000n,
  ),
  field(
    'getSeconds',
    ({ second }) => second,
    (nanos) => nanos / 1_000_000_000n,
  ),
  field(
    'getMilliseconds',
    (_, nanos) => Math.floor(nanos / 1_000_000),
    (nanos) => (nanos / 1_000_000n) % 1000n,
  ),
];

/** A duration's getter counts the whole length in its unit: 90 seconds are 1 minute and also 90 seconds. */
function field(
  name: string,
  read: (civil: Civil, nanos: number) => number,
  ofLength?: (nanos: bigint) => bigint,
): CelFunction {
  return method(
    name,
    1,
    (value, zone) => {
      if (value instanceof Duration)
        return ofLength === undefined || zone !== null ? undefined : Number(ofLength(value.nanos));
      if (!(value instanceof Timestamp)) return undefined;
      const offset = zoneOffset(Number(value.seconds), zone);
      if (typeof offset !== 'number') return offset;
      return read(civil(Number(value.seconds) + offset), value.nanos);
    },
    2,
  );
}

const fixedOffset = /^([+-]?)(\d\d):(\d\d)$/;

/** Seconds to add to UTC. A zone is `+02:00` or a name such as `Europe/Berlin`. */
function zoneOffset(seconds: number, zone: Value): number | CelError | undefined {
  if (zone === null || zone === 'UTC' || zone === '') return 0;
  if (typeof zone !== 'string') return undefined;
  const match = fixedOffset.exec(zone);
  if (match !== null) {
    const size = Number(match[2]) * 3600 + Number(match[3]) * 60;
    return match[1] === '-' ? -size : size;
  }
  const format = formatFor(zone);
  if (format === null)
    return invalid(
      `${JSON.stringify(cut(zone))} is not a time zone; a time zone looks like "Europe/Berlin" or "+02:00"`,
    );
  return localSeconds(format, seconds) - seconds;
}

/** Creating a format is slow, and rules use few zones. */
const formats = new Map<string, Intl.DateTimeFormat | null>();
const maxFormats = 64;

function formatFor(zone: string): Intl.DateTimeFormat | null {
  const known = formats.get(zone);
  if (known !== undefined) return known;
  if (formats.size >= maxFormats) formats.clear();
  const format = makeFormat(zone);
  formats.set(zone, format);
  return format;
}

function makeFormat(timeZone: string): Intl.DateTimeFormat | null {
  if (!/^[A-Za-z][A-Za-z0-9_+\-/]*$/.test(timeZone)) return null;
  try {
    return new Intl.DateTimeFormat('en-US', {
      timeZone,
      hourCycle: 'h23',
      era: 'short',
      year: 'numeric',
      month: 'numeric',
      day: 'numeric',
      hour: 'numeric',
      minute: 'numeric',
      second: 'numeric',
    });
  } catch {
    // The constructor throws for an unknown zone; there is no other way to test one.
    return null;
  }
}

/** The wall clock of the zone, expressed as if it were UTC. */
function localSeconds(format: Intl.DateTimeFormat, seconds: number): number {
  const fields = new Map<string, number>();
  const parts = format.formatToParts(new Date(seconds * 1000));
  for (const { type, value } of parts) fields.set(type, Number(value));
  const get = (name: string) => fields.get(name) ?? 0;
  const isBc = parts.some(({ type, value }) => type === 'era' && value.startsWith('B'));
  const date = new Date(0);
  date.setUTCFullYear(isBc ? 1 - get('year') : get('year'), get('month') - 1, get('day'));
  date.setUTCHours(get('hour'), get('minute'), get('second'));
  return Math.round(date.getTime() / 1000);
}
