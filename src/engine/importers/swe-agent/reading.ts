import { openJson } from '../../model/json-text.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type { ChatReading, FoundConversation, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { textOf, contentText } from '../../importing/content/content.ts';
import { createImportReport, type ImportReport } from '../../importing/import-report.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
import { noteSystem } from '../../importing/notes.ts';
import type { RequestedCall } from '../../importing/transcript/call-matcher.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { entriesAt, fieldAt, fits, hasListAt, numberAt, recordAt, textAt } from '../../importing/values/where.ts';
import { miniOutcomeOf, outcomeOf, writtenOutcomeOf } from './outcomes.ts';

const isMini = ({ holder }: Pick<FoundConversation, 'holder'>): boolean => !hasSteps(holder.value);

const hasSteps = (value: Value): boolean => Array.isArray(value) || hasListAt(value, 'trajectory');

export const reading: ChatReading = {
  messages: (found) => (isMini(found) ? [miniMessage()] : [task, stepOf(stepsIn(found))]),
  session: {
    name: ({ instance_id = null }) => (typeof instance_id === 'string' ? instance_id : undefined),
    title: (_, { found }) => issueIn(found),
    untitled: (holder) =>
      hasSteps(holder) ? (textAt(holder, 'environment') ?? 'SWE-agent trajectory') : 'mini-swe-agent trajectory',
    agent: (holder, { found }) =>
      isMini(found) && holder['trajectory_format'] !== 'swe-agent-log' ? 'mini-swe-agent' : 'SWE-agent',
    model: (_, { found }) =>
      found.messages.map(({ value }) => textAt(value, 'extra.response.model')).find((name) => name !== undefined),
    recording: (holder, { found }) => ({
      ...(isMini(found) ? { instance: holder['instance_id'] ?? null } : { environment: holder['environment'] ?? null }),
      exit_status: fieldAt(holder, 'info.exit_status') ?? null,
      submission: fieldAt(holder, 'info.submission') ?? null,
      cost: fieldAt(holder, 'info.model_stats.instance_cost') ?? null,
    }),
    totals: { prompt: 'info.model_stats.tokens_sent', completion: 'info.model_stats.tokens_received' },
    arrange: (messages, found) => (isMini(found) ? messages : [...taskIn(found), ...messages]),
    notes: (found, report) => (isMini(found) ? noteEnd(found, report) : noteOthers(found, report)),
  },
};

const task: MessageReading = { shape: { role: ['user'] }, kind: () => 'input', text: 'content' };

const historyOf = ({ holder }: FoundConversation): readonly Placed[] =>
  isRecord(holder.value) ? entriesAt(holder, 'history') : [];

const isDemonstration = (message: Value): boolean => fieldAt(message, 'is_demo') === true;

/** The user's message that is not a demonstration. */
const taskIn = (found: FoundConversation): readonly Placed[] =>
  historyOf(found)
    .filter(({ value }) => fits(value, { role: ['user'] }) && !isDemonstration(value))
    // Some configurations show the demonstration in one message, which says that it is one.
    .filter(({ value }) => !textOfMessage(value).startsWith('Here is a demonstration'))
    .slice(0, 1);

const textOfMessage = (message: Value): string => contentText(fieldAt(message, 'content'));

/** Every task begins with the same words; only the issue's text identifies the task. */
function issueIn(found: FoundConversation): string | undefined {
  const [asked] = taskIn(found);
  return asked && /^ISSUE:\s*(\S[^\n]*)/m.exec(textOfMessage(asked.value).slice(0, 4000))?.[1];
}

interface Step {
  /** The function that the model called, of models that call functions. */
  readonly call?: RequestedCall | undefined;
  /** The program refused the answer, asked the model again, and left the answer out of the history. */
  readonly isRefused?: boolean;
}

/** The history has the steps that were carried out, and of these the calls. */
function stepsIn(found: FoundConversation): ReadonlyMap<Value, Step> {
  const history = historyOf(found).filter(
    ({ value }) => fits(value, { role: ['assistant'] }) && !isDemonstration(value),
  );
  const steps = new Map<Value, Step>();
  let left = history.length;
  // From the end: an answer that is right at last may be the same as those before it.
  for (const { value } of found.messages.toReversed()) {
    const kept = history[left - 1];
    const isKept =
      fieldAt(kept?.value, 'content') === fieldAt(value, 'response') &&
      fieldAt(kept?.value, 'action') === fieldAt(value, 'action');
    if (isKept) left--;
    steps.set(value, isKept ? { call: callIn(kept) } : { isRefused: true });
  }
  if (left === 0 && history.length > 0) return steps;
  const isOrdered = history.length === found.messages.length;
  return new Map(found.messages.map(({ value }, index) => [value, isOrdered ? { call: callIn(history[index]) } : {}]));
}

function callIn(message: Placed | undefined): RequestedCall | undefined {
  const [call] = message === undefined ? [] : entriesAt(message, 'tool_calls');
  const name = textAt(call?.value, 'function.name');
  if (call === undefined || name === undefined) return undefined;
  const written = fieldAt(call.value, 'function.arguments');
  const input = openArguments(written, call.place, createImportReport());
  return { id: undefined, name, input, place: call.place };
}

/** A step is an answer of the model with a command, and its result. */
const stepOf = (steps: ReadonlyMap<Value, Step>): MessageReading => ({
  shape: {},
  kind: () => 'llm',
  text: (step) => textAt(step, ['thought', 'response'])?.trim(),
  finish(message, step, { place }) {
    const command = textAt(step, 'action')?.trim() ?? '';
    if (command === '') return [message];
    // The first word of a command line: `edit`, `open`, `python`.
    const name = /^[A-Za-z_][\w.-]{0,60}/.exec(command)?.[0] ?? 'command';
    const { call = { id: undefined, name, input: { command } }, isRefused } = steps.get(step) ?? {};
    const state = stateIn(step);
    const turn = { ...message, calls: [{ ...call, place }], results: resultsOf(step, isRefused === true, place) };
    return state.length === 0 ? [turn] : [turn, { role: 'results', parts: [], state, place }];
  },
});

function resultsOf(
  step: RecordValue,
  isRefused: boolean,
  place: Spot['place'],
): NonNullable<NormalizedMessage['results']> {
  const { observation = null } = step;
  const mark = { id: undefined, name: undefined, place };
  if (isRefused && observation === '') return [{ mark, result: refused }];
  const seconds = numberAt(step, 'execution_time');
  const tookMs = seconds === undefined ? undefined : Math.round(seconds * 1000);
  const result = outcomeOf(typeof observation === 'string' ? observation : '', observation);
  return observation === null ? [] : [{ mark, result: { ...result, tookMs } }];
}

/** It is on a list of blocked commands, or its syntax is wrong: the file does not say which. */
const refused: CallResult = {
  outcome: 'blocked_before',
  output: undefined,
  reason: 'SWE-agent did not carry it out, and asked the model again',
};

/** The agent's tools report their state (the open file, the folder): an object or, in older files, a JSON text. */
function stateIn({ state = null }: RecordValue) {
  const opened = typeof state === 'string' ? openJson(state) : state;
  return opened !== undefined && isRecord(opened) ? Object.entries(opened).map(([key, value]) => ({ key, value })) : [];
}

function noteOthers(found: FoundConversation, report: ImportReport): void {
  const history = historyOf(found);
  for (const { value, place } of history) if (fits(value, { role: ['system'] })) noteSystem(place, report);
  const demonstration = history.find(({ value }) => isDemonstration(value));
  if (demonstration !== undefined) {
    report.note(
      'info',
      'swe-agent/demonstration',
      demonstration.place,
      'The history begins with a demonstration that was not part of the run: left out.',
    );
  }
  const ended = textAt(found.holder.value, 'info.exit_status');
  if (ended !== undefined) noteExit(ended, ['info', 'exit_status'], report);
  report.note('info', 'import/no-times', null, 'The format records no time, and tokens for the whole run only.');
}

const noteExit = (ended: string, place: Spot['place'], report: ImportReport): void =>
  report.note('info', 'swe-agent/exit', place, () => `The run ended as “${ended}”.`);

function noteEnd({ messages }: FoundConversation, report: ImportReport): void {
  for (const { value, place } of messages) {
    const role = textAt(value, 'role');
    if (role !== undefined && !Object.hasOwn(roles, role))
      noteExit(textAt(value, 'extra.exit_status') ?? role, place, report);
  }
}

const roles = { system: 'system', user: 'input', assistant: 'llm', tool: 'result' } as const;

/** A message of mini-swe-agent. */
function miniMessage(): MessageReading {
  /** The commands of the last answer that have no id, so that their results are user messages. */
  let open: string[] = [];
  /** Only the text of the answer contains the command, so only the text of the next message contains its result. */
  let isWritten = false;
  return {
    shape: { role: 'text' },
    kind: { field: 'role', values: roles, otherwise: 'skip' },
    text: 'content',
    calls: {
      list: ['tool_calls', 'extra.actions'],
      id: ['id', 'tool_call_id'],
      name: (call) => textAt(call, 'function.name') ?? (fits(call, { command: 'text' }) ? 'bash' : undefined),
      arguments: 'function.arguments',
      input: ({ command = null }) => ({ command }),
    },
    results: {
      id: 'tool_call_id',
      outcome: (message) => miniOutcomeOf(recordAt(message, 'extra'), textOfMessage(message)),
    },
    tokens: {
      prompt: 'extra.response.usage.prompt_tokens',
      completion: 'extra.response.usage.completion_tokens',
    },
    time: ['timestamp', 'extra.timestamp'],
    finish(message, value, { place }) {
      const text = textOf(message.parts);
      if (message.role === 'assistant') {
        const { calls: requested = [] } = message;
        isWritten = requested.length === 0;
        const command = isWritten && fieldAt(value, 'extra.actions') === undefined ? commandIn(text) : undefined;
        const calls =
          command === undefined
            ? requested
            : [{ id: undefined, name: 'bash', input: { command }, place: [...place, 'content'] }];
        open = calls.flatMap(({ id, name }) => (id === undefined ? [name] : []));
        return [{ ...message, calls }];
      }
      if (message.role !== 'user') return [message];
      const hasCode = numberAt(value, 'extra.returncode') !== undefined;
      const name = hasCode || isWritten ? open.shift() : undefined;
      if (name === undefined) return [message];
      const result = hasCode ? miniOutcomeOf(recordAt(value, 'extra'), text) : writtenOutcomeOf(text);
      return [{ ...message, role: 'results', parts: [], results: [{ mark: { id: undefined, name, place }, result }] }];
    },
  };
}

/**
 * In version 1 of mini-swe-agent, the model writes its command into the text, between marks. The result is the next
 * message in the user's place. https://mini-swe-agent.com/latest/advanced/control_flow/
 */
const block = /```bash[ \t]*\n([\s\S]*?)\n?```/g;

/** The command of an answer. The program refuses an answer with no command or with several, so nothing was run. */
function commandIn(text: string): string | undefined {
  const found = [...text.matchAll(block)];
  return found.length === 1 ? found[0]?.[1] : undefined;
}
