import type { Path } from '../model/path.ts';
import { counted, type ImportReport } from './import-report.ts';

/** A part of a message that is not what its format says a part is. */
export const noteUnreadPart = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/part', place, (n) => `${counted(n, 'part')} of a message could not be read.`);

/** A call without a name, or in another form than its format has. */
export const noteUnreadCall = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} could not be read.`);

/** A result in another form than its format has. */
export const noteUnreadResult = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/result', place, (n) => `${counted(n, 'result')} could not be read.`);

/** Of a format that has neither. */
export const noteNoTimes = (report: ImportReport): void =>
  report.note('info', 'import/no-times', null, () => 'The format records no time and no tokens per message.');
