import type { Path } from '../../model/path.ts';
import { counted, type ImportReport } from '../import-report.ts';

/** The model's reasoning is not addressed to anyone: no turn shows it, and the report says so. */
export const noteReasoning = (place: Path, report: ImportReport): void =>
  report.note(
    'info',
    'import/reasoning',
    place,
    (n) => `${counted(n, 'part')} with the model’s reasoning: not said to anybody, so left out of the text.`,
  );
