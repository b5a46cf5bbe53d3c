import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../import-report.ts';

/** The note for an answer that a log of requests contains only because a later request repeats it. */
export const noteUnlogged = (place: Path, report: ImportReport): void =>
  report.note(
    'assumed',
    'import/unlogged-exchange',
    place,
    (n) =>
      `${counted(n, 'answer')} of the model ${n === 1 ? 'is' : 'are'} only in a later request that repeats ${n === 1 ? 'it' : 'them'}: read from there, without tokens and time.`,
  );
