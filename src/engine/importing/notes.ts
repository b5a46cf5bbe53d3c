import type { Path } from '../model/path.ts';
import { counted, type ImportReport } from './import-report.ts';

/** A part of a message that does not match its format. */
export const noteUnreadPart = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/part', place, (n) => `${counted(n, 'part')} of a message could not be read.`);

/** A call without a name, or in a form that its format does not have. */
export const noteUnreadCall = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/call', place, (n) => `${counted(n, 'call')} could not be read.`);

/** A result in a form that its format does not have. */
export const noteUnreadResult = (place: Path, report: ImportReport): void =>
  report.note('lost', 'import/result', place, (n) => `${counted(n, 'result')} could not be read.`);

/** For a format that has neither. */
export const noteNoTimes = (report: ImportReport): void =>
  report.note('info', 'import/no-times', null, () => 'The format records no time and no tokens per message.');
