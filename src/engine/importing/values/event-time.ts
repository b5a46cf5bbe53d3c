import type { Path } from '../../model/path.ts';
import { Double, entry } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { counted, type ImportReport } from '../import-report.ts';
import { readInstant } from './instants.ts';

/** Keys that loggers of socket events add for the arrival time; the events themselves have no time. */
const names = ['timestamp', 'ts', 'time', 'created_at', 'received_at'] as const;

/** The arrival time of a logged event, as UTC ISO 8601. Undefined when it is not recorded. */
export function eventTime(event: RecordValue, place: Path, report: ImportReport): string | undefined {
  const name = names.find((one) => isWritten(entry(event, one)));
  return name === undefined ? undefined : readInstant(epochSeconds(entry(event, name)), [...place, name], report);
}

const isWritten = (time: Value | undefined): boolean =>
  typeof time === 'string' || typeof time === 'number' || time instanceof Double;

/**
 * Seconds since 1970 of a number that may count milliseconds or microseconds, for nothing was recorded after the year
 * 5138. A number before 2001 counts from another origin, and is not an instant: it is returned as a negative number.
 */
export function epochSeconds(time: Value | undefined): Value | undefined {
  const number = time instanceof Double ? time.value : time;
  if (typeof number !== 'number') return time;
  if (number < 1e9) return -1;
  if (number < 1e11) return number;
  return number < 1e14 ? number / 1000 : number / 1e6;
}

/** `places`: those of the events that were read. */
export function noteLines(places: readonly Path[], report: ImportReport): void {
  const [first, ...others] = places.filter((place) => place.length > 1);
  if (first === undefined) return;
  report.note(
    'info',
    'log/beside',
    first.slice(0, 1),
    () =>
      `All other text of ${counted(others.length + 1, 'line')} of the log, besides their event and its time, is left out.`,
  );
}
