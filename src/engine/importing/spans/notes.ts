import { assumed, counted, info, notesOf, type ImportReport } from '../import-report.ts';
import type { Span } from './spans.ts';

/** The first error's message; a long one is cut. */
const shown = (reason: string): string => `the first with “${reason.slice(0, 200)}”`;

/** What the import report can say about the spans of a trace. */
export const spanNotes = {
  ...notesOf('spans', {
    info: {
      'told-twice': '{# model call} recorded by two libraries at once: shown once, as recorded by the outer one.',
      'tool-told-twice': '{# tool call} recorded by two libraries at once: shown once, as recorded by the outer one.',
      repeated: '{# span} with an earlier id: shown once.',
      'framework-steps': '{# span} of the framework’s own steps: not shown as turns.',
      embeddings: '{# span} that only {computes|compute} embeddings: left out.',
      empty: '{# model span} without content: left out.',
      'guardrail-passed': '{# guardrail} that passed everything: not shown as turns.',
      'agent-of-values': '{# agent} without messages and without spans inside: left out.',
    },
    assumed: {
      joined:
        '{# answer} of the model recorded as several messages with text: each counts as one answer, because they are not marked as choices.',
      'parent-missing': '{# span} whose parent is not in the file: treated as a root of the trace.',
      'agent-alone': '{# agent} without spans inside: the answer of each counts as one model call.',
    },
    lost: {
      choices:
        'Left out: {# other choice} of the model. The one that the next request repeats is shown, or else the first.',
      /** A format counts time in whole nanoseconds, and a span has no such number. */
      'import/time': '{# span} without a start in whole nanoseconds: its time is unknown.',
    },
  }),
  failed: (reason: string) =>
    info(
      'spans/failed',
      (n) => `${counted(n, 'span')} around the turns ended with an error, ${shown(reason)}: not shown as turns.`,
    ),
  modelFailed: (reason: string) =>
    info('spans/model-failed', (n) => `${counted(n, 'model call')} failed, ${shown(reason)}.`),
  agentsAlone: (speakers: string) =>
    assumed('spans/agents-alone', () => `The trace records ${speakers} and no model call: each answer counts as one.`),
  noTurns: (traces: string) =>
    info('spans/no-turns', () => `${traces} of the file without a model call or tool call: left out.`),
  judgeOnly: (subject: string) =>
    assumed(
      'spans/judge-only',
      () =>
        `${subject} judged a conversation: the turns are the judge’s prompt and verdict. To see the judged conversation, open its own trace.`,
    ),
};

export const isSilent = ({ promptMessages: asked, answerMessages: answered }: Span): boolean =>
  asked().length === 0 && answered().length === 0;

/** Notes that no model call of a trace holds a message, which may then be somewhere else. */
export function noteSilence(all: readonly Span[], code: string, message: string, report: ImportReport): void {
  const models = all.filter(({ kind }) => kind === 'model');
  const [first] = models;
  if (first !== undefined && models.every(isSilent)) report.note('info', code, first.place, () => message);
}
