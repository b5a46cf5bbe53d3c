import { assumed, counted, info, lost, type ImportReport } from '../import-report.ts';
import type { Span } from './spans.ts';

const spans = (n: number): string => counted(n, 'span');
const calls = (n: number): string => counted(n, 'model call');

/** The first error's message; a long one is cut. */
const shown = (reason: string): string => `the first with “${reason.slice(0, 200)}”`;

/** What the import report can say about the spans of a trace. */
export const spanNotes = {
  choices: lost(
    'spans/choices',
    'Left out: {# other choice} of the model. The one that the next request repeats is shown, or else the first.',
  ),
  joined: assumed(
    'spans/joined',
    '{# answer} of the model recorded as several messages with words: taken for one answer each, since nothing says that they are choices.',
  ),
  callTwice: info(
    'spans/told-twice',
    (n) => `${calls(n)} recorded by two libraries at once: shown once, as the outer one has it.`,
  ),
  toolTwice: info(
    'spans/tool-told-twice',
    '{# use|# uses} of a tool recorded by two libraries at once: shown once, as the outer one has it.',
  ),
  repeated: info('spans/repeated', (n) => `${spans(n)} with an earlier id: shown once.`),
  failed: (reason: string) =>
    info('spans/failed', (n) => `${spans(n)} around the turns ended with an error, ${shown(reason)}: that is no turn.`),
  frameworkStep: info(
    'spans/framework-steps',
    (n) => `${spans(n)} of the framework’s own steps, which add no turn: left out.`,
  ),
  embedding: info('spans/embeddings', (n) => `${spans(n)} only made embeddings: left out.`),
  parentMissing: assumed(
    'spans/parent-missing',
    (n) => `${spans(n)} whose parent is not in the file: taken as a beginning of the trace.`,
  ),
  empty: info('spans/empty', '{# model span} without anything in it: left out.'),
  modelFailed: (reason: string) => info('spans/model-failed', (n) => `${calls(n)} failed, ${shown(reason)}.`),
  guardrailPassed: info('spans/guardrail-passed', '{# guardrail} let everything pass, which is no turn: left out.'),
  agentsAlone: (speakers: string) =>
    assumed('spans/agents-alone', () => `The trace records ${speakers} and no model call: each answer counts as one.`),
  agentAlone: assumed(
    'spans/agent-alone',
    '{# agent} recorded without anything inside: the answer of each counts as one model call.',
  ),
  agentOfValues: info(
    'spans/agent-of-values',
    '{# agent} recorded without messages and without anything inside: left out.',
  ),
  noTurns: (traces: string) =>
    info('spans/no-turns', () => `${traces} of the file without a model call or the use of a tool: left out.`),
  judgeOnly: (subject: string) =>
    assumed(
      'spans/judge-only',
      () =>
        `${subject} judged something: the turns are the judge’s prompt and verdict, not the conversation that was judged. To see that one, open its own trace.`,
    ),
  /** A format counts time in whole nanoseconds, and a span has no such number. */
  noStart: lost(
    'import/time',
    (n) => `${spans(n)} without a beginning that is a whole number of nanoseconds: its time is unknown.`,
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
