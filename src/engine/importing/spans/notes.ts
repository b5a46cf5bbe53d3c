import type { Path } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import { counted, createImportReport, type ImportReport } from '../import-report.ts';
import type { Span } from './spans.ts';

interface SpanNote {
  readonly severity: Note['severity'];
  /** `n` counts how often it happened; `detail` is the detail of the first one. */
  readonly message: (n: number, detail: string) => string;
}

const spans = (n: number): string => counted(n, 'span');
const calls = (n: number): string => counted(n, 'model call');

/** Everything that the import report can say about the spans of a trace, by the second half of the note's code. */
const spanNotes = {
  choices: {
    severity: 'lost',
    message: (n) =>
      `Left out: ${counted(n, 'other choice')} of the model. The one that the next request repeats is shown, or else the first.`,
  },
  joined: {
    severity: 'assumed',
    message: (n) =>
      `${counted(n, 'answer')} of the model recorded as several messages with words: taken for one answer each, since nothing says that they are choices.`,
  },
  'told-twice': {
    severity: 'info',
    message: (n) => `${calls(n)} recorded by two libraries at once: shown once, as the outer one has it.`,
  },
  'tool-told-twice': {
    severity: 'info',
    message: (n) =>
      `${counted(n, 'use', 'uses')} of a tool recorded by two libraries at once: shown once, as the outer one has it.`,
  },
  repeated: { severity: 'info', message: (n) => `${spans(n)} with an earlier id: shown once.` },
  failed: {
    severity: 'info',
    message: (n, reason) =>
      `${spans(n)} around the turns ended with an error, the first with “${reason}”: that is no turn.`,
  },
  'framework-steps': {
    severity: 'info',
    message: (n) => `${spans(n)} of the framework’s own steps: no turn of anybody, so left out.`,
  },
  embeddings: { severity: 'info', message: (n) => `${spans(n)} only made embeddings: left out.` },
  'parent-missing': {
    severity: 'assumed',
    message: (n) => `${spans(n)} whose parent is not in the file: taken as a beginning of the trace.`,
  },
  empty: { severity: 'info', message: (n) => `${counted(n, 'model span')} without anything in it: left out.` },
  'model-failed': {
    severity: 'info',
    message: (n, reason) => `${calls(n)} failed, the first with “${reason}”.`,
  },
  'guardrail-passed': {
    severity: 'info',
    message: (n) => `${counted(n, 'guardrail')} had no objection: no turn of anybody, so left out.`,
  },
  'agents-alone': {
    severity: 'assumed',
    message: (_, speakers) => `The trace records ${speakers} and no model call: each answer counts as one.`,
  },
  'no-turns': {
    severity: 'info',
    message: (_, traces) => `${traces} of the file without a model call or the use of a tool: left out.`,
  },
  'judge-only': {
    severity: 'assumed',
    message: (_, subject) =>
      `${subject} judged something: the turns are the judge’s prompt and verdict, not the conversation that was judged. To see that one, open its own trace.`,
  },
} as const satisfies { readonly [code: string]: SpanNote };

/** Longer error messages are cut in notes. */
const longestDetail = 200;

export function noteSpan(report: ImportReport, code: keyof typeof spanNotes, place: Path, detail = ''): void {
  const { severity, message }: SpanNote = spanNotes[code];
  report.note(severity, `spans/${code}`, place, (n) => message(n, detail.slice(0, longestDetail)));
}

/** The model's answer was cut short; each cause has a code of its own. */
export const noteCutAnswer = (report: ImportReport, cause: string, place: Path): void =>
  report.note(
    'info',
    `spans/cut-by-${cause.replace(/^(?:the|a) /, '').replaceAll(/[^a-z]+/g, '-')}`,
    place,
    (n) => `${counted(n, 'answer')} of the model cut by ${cause}.`,
  );

/** A format counts time in whole nanoseconds, and a span has no such number. */
export const noteNoStart = (report: ImportReport, place: Path): void =>
  report.note(
    'lost',
    'import/time',
    place,
    (n) => `${spans(n)} without a beginning that is a whole number of nanoseconds: its time is unknown.`,
  );

/** Notes that no model call of a trace holds a message, which may then be somewhere else. */
export function noteSilence(all: readonly Span[], code: string, message: string, report: ImportReport): void {
  const models = all.filter(({ kind }) => kind === 'model');
  const isSilent = ({ promptMessages: asked, answerMessages: answered }: Span) =>
    asked(createImportReport()).length === 0 && answered(createImportReport()).length === 0;
  const [first] = models;
  if (first !== undefined && models.every(isSilent)) report.note('info', code, first.place, () => message);
}
