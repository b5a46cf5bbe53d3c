import { Double, type Value } from '../../model/value.ts';
import type { ImportReport } from '../import-report.ts';

/** Whether the entries come from a list with the newest first: no time is later than the one before it. */
export function isNewestFirst<Entry>(entries: readonly Entry[], timeOf: (entry: Entry) => Value | undefined): boolean {
  let before: number | undefined;
  let isFalling = false;
  for (const entry of entries) {
    const time = comparable(timeOf(entry));
    if (Number.isNaN(time)) continue;
    if (before !== undefined && time > before) return false;
    isFalling ||= before !== undefined && time < before;
    before = time;
  }
  return isFalling;
}

/** In any unit, but the same one within one log. */
function comparable(written: Value | undefined): number {
  if (typeof written === 'string') return Date.parse(written);
  if (written instanceof Double) return written.value;
  return typeof written === 'number' ? written : Number.NaN;
}

/** `importer`: the code that the note begins with. */
export const noteNewestFirst = (importer: string, report: ImportReport): void =>
  report.note(
    'assumed',
    `${importer}/newest-first`,
    null,
    'The newest entry is first, as the times show: the entries are shown in the order of time.',
  );
