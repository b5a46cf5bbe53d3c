import type { Path } from '../../model/path.ts';
import { Double, type Value } from '../../model/value.ts';
import { unreachable } from '../../../base/unreachable.ts';
import type { ImportReport } from '../import-report.ts';
import { instantOfNanos, nanosOf, nanosOfMicros, readInstant } from './instants.ts';
import { fieldIn, numberAt, type Where } from './where.ts';

/** A field that says when something happened, and how the time is written. */
export interface Moment {
  readonly field: Where;
  /**
   * - `text`: ISO 8601, kept with the digits that it has; a number counts seconds or smaller units, depending on its size.
   * - `shortened text`: the same, without zeros at the end of the fraction.
   * - `utc text`: the same as `text`, in UTC even if it does not say so.
   * - `seconds`, `microseconds`, `nanoseconds`: a number that counts from 1970.
   * - code for a time that is written in any other way, which gives nanoseconds since 1970.
   */
  readonly as: 'text' | 'shortened text' | 'utc text' | 'seconds' | 'microseconds' | 'nanoseconds' | ReadTime;
}

type ReadTime = (written: Value, place: Path, report: ImportReport) => bigint | undefined;

/** A time in nanoseconds since 1970, and as ISO 8601 in UTC. */
export interface Time {
  readonly nanos: bigint | undefined;
  readonly text: string | undefined;
}

/** The first readable time among those of a span. */
export function momentIn(span: Value, moments: readonly Moment[], place: Path, report: ImportReport): Time | undefined {
  for (const { field, as } of moments) {
    const found = fieldIn(span, field, place);
    const time = found === undefined ? undefined : timeOf(found.value, as, found.place, report);
    if (time !== undefined) return time;
  }
  return undefined;
}

export const ofNanos = (nanos: bigint | undefined): Time | undefined =>
  nanos === undefined ? undefined : { nanos, text: instantOfNanos(nanos) };

function timeOf(value: Value, as: Moment['as'], place: Path, report: ImportReport): Time | undefined {
  if (typeof as === 'function') return ofNanos(as(value, place, report));
  switch (as) {
    case 'nanoseconds':
      return ofNanos(nanosIn(value));
    case 'microseconds':
    case 'seconds': {
      const number = numberAt(value, '');
      return number === undefined ? undefined : ofNanos(nanosOfMicros(as === 'seconds' ? number * 1e6 : number));
    }
    case 'text':
      return ofText(value, place, report);
    case 'shortened text':
      return ofNanos(ofText(value, place, report)?.nanos);
    case 'utc text':
      return ofText(isWithoutZone(value) ? `${value}Z` : value, place, report);
    default:
      return unreachable(as);
  }
}

function ofText(value: Value, place: Path, report: ImportReport): Time | undefined {
  const text = readInstant(value, place, report);
  return text === undefined ? undefined : { nanos: nanosOf(text), text };
}

const isWithoutZone = (value: Value): value is string =>
  typeof value === 'string' && /\d\d:\d\d:\d\d(?:\.\d+)?$/.test(value);

/** A count of nanoseconds, as a number or as text. */
export function nanosIn(value: Value | undefined): bigint | undefined {
  if (typeof value === 'bigint') return value;
  const number = value instanceof Double ? value.value : value;
  if (typeof number === 'string') return /^\d{1,25}$/.test(number) ? BigInt(number) : undefined;
  return typeof number === 'number' && Number.isFinite(number) ? BigInt(Math.round(number)) : undefined;
}
