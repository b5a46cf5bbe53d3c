import { openJson } from '../../model/json-text.ts';
import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';
import type { ChatReading, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import { noteByOrder } from '../../importing/transcript/call-matcher-notes.ts';
import { refused } from '../../importing/transcript/call-ends.ts';
import { waiting, type DelegatedTask } from '../../importing/transcript/transcript.ts';
import { elementsAt, fieldAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import { contentText } from '../../importing/content/content.ts';
import { counted, info, lost, type ImportReport } from '../../importing/import-report.ts';
import { isReprompt, nameOfResult, resultIn } from './requests.ts';
import { finalText, followTrace, type Answered, type Call, type Run, type Trace } from './run.ts';

export const reading: ChatReading = {
  messages: ({ messages }) => readingsOf(followTrace(messages)),
  session: {
    agent: () => 'Bedrock agent',
    model: (_, { found }) => followTrace(found.messages).main.model,
    recording: {
      agent: ['0.trace.agentId', 'completion.0.trace.agentId'],
      alias: ['0.trace.agentAliasId', 'completion.0.trace.agentAliasId'],
      session: ['0.trace.sessionId', 'completion.0.trace.sessionId'],
    },
    arrange: (messages) => followTrace(messages).main.entries,
  },
};

const readingsOf = ({ calls, answered, apart }: Trace): readonly MessageReading[] => [
  {
    shape: { guardrail: 'record' },
    kind: () => 'call',
    time: 'eventTime',
    finish: (message, step) => {
      const call = { id: undefined, name: 'guardrail', input: fieldAt(step, 'guardrail'), place: message.place };
      return [{ ...message, calls: [{ ...call, result: refused('the guardrail intervened') }] }];
    },
  },
  {
    shape: { other: 'record' },
    kind: () => 'skip',
    skipped: info(
      'bedrock-agents/other-parts',
      (n) =>
        `${counted(n, 'part')} outside the agent’s loop (guardrails, the model calls before and after it, the streamed answer): not shown as turns.`,
    ),
  },
  {
    shape: { modelInvocationInput: 'record' },
    kind: (step) => (questionIn(step) === undefined ? 'skip' : 'input'),
    text: askedIn,
    time: 'eventTime',
  },
  {
    shape: { apart: 'text' },
    kind: () => 'call',
    finish: (message, step, spot) => {
      const run = apart.get(textAt(step, 'apart') ?? '');
      return run === undefined ? [] : [{ ...message, tasks: [taskOf(run, `collaborator ${run.agent}`, spot)] }];
    },
  },
  {
    shape: { observation: 'record', [finalText]: 'absent' },
    kind: (step, { place, report }) => {
      if (!isReprompt(step) && answered.get(step) !== 'several') return 'result';
      (isReprompt(step) ? noteReprompt : noteSeveral)(place, report);
      return 'skip';
    },
    time: 'eventTime',
    results: {
      id: (step, spot) => idOf(answered.get(step), spot),
      name: nameOfResult,
      outcome: (step, { place, report }) => resultIn(step, place, report),
    },
  },
  {
    shape: { failure: 'record' },
    kind: (step, { place, report }) => {
      const call = answered.get(step);
      if (call === 'model') return 'llm';
      noteFailure(failureIn(step), place, report);
      return typeof call === 'object' ? 'result' : 'skip';
    },
    time: 'eventTime',
    results: {
      id: (step, spot) => idOf(answered.get(step), spot),
      outcome: (step) => ({ outcome: 'error', output: undefined, reason: failureIn(step) }),
    },
    finish: (message, step) => [{ ...message, placeholder: `[failed: ${failureIn(step)}]` }],
  },
  {
    shape: {},
    kind: () => 'llm',
    parts: (_, { more }) =>
      more.flatMap(({ value }) => {
        const text = textAt(value, ['rationale.text', finalText]);
        return text === undefined ? [] : [{ text }];
      }),
    time: 'eventTime',
    reasoning: 'modelInvocationOutput.reasoningContent',
    tookMs: (answer) => numberAt(answer, 'modelInvocationOutput.metadata.totalTimeMs'),
    tokens: (answer) => {
      const usage = recordAt(answer, 'modelInvocationOutput.metadata.usage');
      return usage && tokensOf(usage);
    },
    finish: (message, answer, spot) => {
      const requested = spot.more.flatMap(({ value }) => calls.get(value) ?? []);
      const parts = spot.more.map(({ place }) => place);
      if (fieldAt(answer, 'modelInvocationOutput.rawResponse') !== undefined) noteRaw(spot.place, spot.report);
      return [{ ...message, calls: requested.map((call) => requestedCall(call, spot)), alsoAt: parts }];
    },
  },
];

const noteRaw = info(
  'bedrock-agents/raw-answer',
  (n) => `${counted(n, 'raw answer')} of the model: the words and calls that the agent read from it are shown instead.`,
);

const noteReprompt = info(
  'bedrock-agents/reprompt',
  (n) => `${counted(n, 'answer')} of the model that the agent could not read: its request to try again is not shown.`,
);

const noteSeveral = lost(
  'bedrock-agents/which-call',
  (n) =>
    `${counted(n, 'result')} that may belong to any of several open calls: left out, because the trace does not say to which.`,
);

const noteFailure = (reason: string, place: Path, report: ImportReport): void =>
  report.note('info', 'bedrock-agents/failure', place, () => `The agent’s run failed (${reason}).`);

const failureIn = (step: Value): string => textAt(step, 'failure.failureReason') ?? 'the recording does not say why';

/** A result without a call has an id that no call has. */
function idOf(call: Answered | undefined, { place, report }: Spot): string {
  if (typeof call !== 'object') return `no call ${place.join('.')}`;
  if (call.isByOrder) noteByOrder(place, report);
  return call.call;
}

const requestedCall = (call: Call, spot: Spot): RequestedCall => ({
  id: call.id,
  name: call.name,
  to: call.kind === 'agentCollaborator' ? 'agent' : 'tool',
  input: call.input,
  place: call.place,
  task: call.task && taskOf(call.task, call.id, spot),
  ...(call.isReturned && { result: waiting('the calling program has to carry it out') }),
});

const taskOf = ({ agent, model, entries }: Run, id: string, { place, nested }: Spot): DelegatedTask => ({
  id,
  agent,
  model,
  place: entries[0]?.place ?? place,
  entries: nested(entries),
});

function askedIn(step: Value, { place, report }: Spot): Value | undefined {
  const asked = questionIn(step);
  if (asked !== undefined)
    report.note(
      'info',
      'bedrock-agents/prompt',
      [...place, 'modelInvocationInput', 'text'],
      (n) =>
        `The user’s text was taken from ${counted(n, 'prompt')} to the model; the rest of each prompt is left out.`,
    );
  return asked;
}

/** The prompt is the request of a model as JSON, or one text that begins with instructions. */
function questionIn(step: Value): Value | undefined {
  const prompt = openJson(textAt(step, 'modelInvocationInput.text') ?? '');
  const last = elementsAt(prompt, 'messages').findLast((message) => textAt(message, 'role') === 'user');
  const content = fieldAt(last, 'content');
  if (content === undefined) return undefined;
  const words = contentText(content);
  // Some models are sent the printed list of the contents: `[{text=Where is order 7?, type=text}]`.
  return /^\[\{text=([^]*), type=text\}\]$/.exec(words)?.[1] ?? words;
}
