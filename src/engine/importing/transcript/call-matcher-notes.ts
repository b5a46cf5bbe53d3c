import { assumed, counted, info, type ImportReport } from '../import-report.ts';
import type { Path } from '../../model/path.ts';
import type { Call } from './transcript.ts';

/** The name of a function that is known only from a result. */
export const unnamedFunction = 'unnamed_function';

/** A result that names its function, without a call. */
export const noteCallNotRecorded = assumed(
  'import/call-not-recorded',
  '{# result} without a recorded call: shown as a call of the function it names.',
);

export const noteUnnamedResult = assumed(
  'import/result-without-call',
  (n) =>
    `${counted(n, 'result')} without a recorded call and a function’s name: shown as a call of “${unnamedFunction}”.`,
);

export const noteRepeated = info(
  'import/result-again',
  '{# result} that {repeats|repeat} an earlier result of the same call: shown once.',
);

export const noteAskedAgain = info(
  'import/asked-again',
  '{# call} that the next message repeats under the same id: shown once.',
);

export const noteEarly = assumed(
  'import/early-result',
  '{# result} recorded before the model’s request: shown at {its|their} own place, as the call with the same id.',
);

export const noteLate = assumed(
  'import/late-result',
  '{# result} after later messages: shown at the call to which it belongs.',
);

export const noteByOrder = assumed(
  'import/paired-by-order',
  '{# result} without the id of a call before it: given to the open calls in order.',
);

export const noteNoResult = assumed(
  'import/no-result',
  '{# call} without a result in the recording: in none of the counts, the output unknown.',
);

const notePending = info(
  'import/pending',
  '{# call} still waiting where the recording ends: in none of the counts, the output unknown.',
);

export function noteOpen({ place, result }: Call, report: ImportReport): void {
  if (result === undefined) noteNoResult(place, report);
  else if (result.outcome === 'pending') notePending(place, report);
}

/** `by`: the reason why the answer was cut short (`cut-by.ts`). */
export function noteCut(by: string, place: Path, report: ImportReport, of: 'import' | 'spans' = 'import'): void {
  const code = `${of}/cut-by-${by.replace(/^(?:the|a) /, '').replaceAll(/[^a-z]+/g, '-')}`;
  report.note('info', code, place, (n) => `${counted(n, 'answer')} of the model cut by ${by}.`);
}
