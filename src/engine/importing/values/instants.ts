import { withoutEnd } from '../../../base/scan.ts';
import type { Path } from '../../model/path.ts';
import { Double } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';

const iso = /^(\d{4}-\d\d-\d\d)[T ](\d\d:\d\d:\d\d)(\.\d+)?\s*(Z|z|[+-]\d\d:?\d\d)?$/;

/** The form of most recordings, on a day that every month has: it needs no conversion. */
const plain = /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|1\d|2[0-8])T(?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?Z$/;

/**
 * A recorded time as UTC ISO 8601, with the fraction as written. A time without a zone is taken as UTC and noted;
 * a value that is not a time stays unknown and is noted too.
 */
export function readInstant(written: Value | undefined, place: Path, report: ImportReport): string | undefined {
  if (written === undefined || written === null || written === '') return undefined;
  const number = numberIn(written);
  const instant = number === undefined ? fromText(written, place, report) : fromEpoch(number, place, report);
  if (instant === undefined) {
    report.note('lost', 'import/time', place, '{# recorded time} could not be read and {is|are} unknown.');
  }
  return instant;
}

function numberIn(written: Value): number | bigint | undefined {
  if (written instanceof Double) return written.value;
  if (typeof written === 'number' || typeof written === 'bigint') return written;
  if (typeof written !== 'string' || !/^\d{10,19}(?:\.\d+)?$/.test(written)) return undefined;
  return written.includes('.') ? Number(written) : BigInt(written);
}

/** OpenAI and others write seconds; nothing was recorded after the year 5138, so that larger numbers count smaller units. */
function fromEpoch(count: number | bigint, place: Path, report: ImportReport): string | undefined {
  if (!(count >= 1e11 && count < 1e21)) return fromEpochSeconds(Number(count));
  report.note(
    'assumed',
    'import/time-unit',
    place,
    '{# recorded time} too large for seconds since 1970: read as milli-, micro- or nanoseconds.',
  );
  if (count < 1e14) return fromEpochSeconds(Number(count) / 1000);
  if (count < 1e17) return instantOfNanos(BigInt(typeof count === 'bigint' ? count : Math.round(count)) * 1000n);
  return instantOfNanos(BigInt(typeof count === 'bigint' ? count : Math.round(count)));
}

/** Sometimes with a fraction. */
function fromEpochSeconds(seconds: number): string | undefined {
  const date = new Date(Math.round(seconds * 1000));
  if (Number.isNaN(date.getTime()) || seconds < 0 || date.getUTCFullYear() > 9999) return undefined;
  return date.toISOString().replace('.000Z', 'Z');
}

function fromText(written: Value, place: Path, report: ImportReport): string | undefined {
  if (typeof written !== 'string') return undefined;
  if (plain.test(written)) return written;
  const match = iso.exec(written);
  if (match === null) return undefined;
  const [, day, time, fraction = '', zone] = match;
  const seconds = Date.parse(`${day}T${time}${zone === undefined ? 'Z' : zone.toUpperCase()}`);
  if (Number.isNaN(seconds)) return undefined;
  if (zone === undefined) {
    report.note('assumed', 'import/no-zone', place, '{# recorded time} without a zone: taken as UTC.');
  }
  return `${new Date(seconds).toISOString().slice(0, 19)}${fraction}Z`;
}

const nanosPerSecond = 1_000_000_000n;

/** Nanoseconds since 1970 as UTC ISO 8601, with as many digits of the second as it takes. */
export function instantOfNanos(nanos: bigint): string | undefined {
  const seconds = nanos / nanosPerSecond;
  if (nanos < 0n || seconds > 253_402_300_799n) return undefined;
  const fraction = withoutEnd((nanos % nanosPerSecond).toString().padStart(9, '0'), /0/);
  const whole = new Date(Number(seconds) * 1000).toISOString().slice(0, 19);
  return `${whole}${fraction === '' ? '' : `.${fraction}`}Z`;
}

/**
 * Microseconds, for which a double is exact in times of our century, in nanoseconds; a number beyond all times may have
 * overflowed.
 */
export const nanosOfMicros = (micros: number): bigint | undefined =>
  Number.isFinite(micros) ? BigInt(Math.round(micros)) * 1000n : undefined;

/** An instant as `readInstant` gives it, in nanoseconds since 1970. */
export function nanosOf(instant: string): bigint | undefined {
  const milliseconds = Date.parse(`${instant.slice(0, 19)}Z`);
  if (Number.isNaN(milliseconds)) return undefined;
  const fraction = /\.(\d+)/.exec(instant)?.[1] ?? '';
  return BigInt(milliseconds) * 1_000_000n + BigInt(fraction.slice(0, 9).padEnd(9, '0'));
}
