import { counted, type ImportReport, info } from '../import-report.ts';
import type { Path } from '../../model/path.ts';
import type { Call } from './transcript.ts';

interface WithPlace {
  readonly place: Path;
}

/** The name of a function that is known only from a result. */
export const unnamedFunction = 'unnamed_function';

export function noteOrphan({ name, place }: Call, report: ImportReport): void {
  if (name !== unnamedFunction) {
    report.note(
      'assumed',
      'import/call-not-recorded',
      place,
      (n) => `${counted(n, 'result')} of no recorded call: shown as a call of the function it names.`,
    );
    return;
  }
  report.note(
    'assumed',
    'import/result-without-call',
    place,
    (n) =>
      `${counted(n, 'result')} of no recorded call and without a function’s name: shown as a call of “${unnamedFunction}”.`,
  );
}

export function noteRepeated({ place }: WithPlace, report: ImportReport): void {
  report.note(
    'info',
    'import/result-again',
    place,
    (n) => `${counted(n, 'result')} that repeats an earlier result of its call: shown once.`,
  );
}

export const noteAskedAgain = info(
  'import/asked-again',
  (n) => `${counted(n, 'call')} that the next message repeats under the same id: shown once.`,
);

export function noteEarly({ place }: WithPlace, report: ImportReport): void {
  report.note(
    'assumed',
    'import/early-result',
    place,
    (n) =>
      `${counted(n, 'result')} recorded before the model’s request: shown at ${n === 1 ? 'its' : 'their'} own place, as the call with the same id.`,
  );
}

export function noteLate({ place }: WithPlace, report: ImportReport): void {
  report.note(
    'assumed',
    'import/late-result',
    place,
    (n) => `${counted(n, 'result')} after later messages: shown at the call it belongs to.`,
  );
}

export function noteOpen({ place, result }: Call, report: ImportReport): void {
  if (result?.outcome === 'pending') {
    report.note(
      'info',
      'import/pending',
      place,
      (n) => `${counted(n, 'call')} still waiting where the recording ends: in none of the counts, the output unknown.`,
    );
  }
  if (result === undefined) {
    report.note(
      'assumed',
      'import/no-result',
      place,
      (n) => `${counted(n, 'call')} without a result in the recording: in none of the counts, the output unknown.`,
    );
  }
}

/** `by`: the reason why the answer was cut short (`cut-by.ts`). */
export function noteCut(by: string, place: Path, report: ImportReport): void {
  report.note(
    'info',
    `import/cut-by-${by.replace(/^(?:the|a) /, '').replaceAll(/[^a-z]+/g, '-')}`,
    place,
    (n) => `${counted(n, 'answer')} of the model cut by ${by}.`,
  );
}
