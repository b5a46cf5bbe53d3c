import type { RecordValue, Value } from '../../model/value.ts';
import { contentText } from '../../importing/content/content.ts';
import type { ChatReading, MessageReading, Spot } from '../../importing/describing/chat-reading.ts';
import { counted, type Noted, notesOf } from '../../importing/import-report.ts';
import { outcomeOf as resultOf } from '../../importing/messages/any-message-parts.ts';
import { refused, stopped } from '../../importing/transcript/call-ends.ts';
import { type CallResult, plusAny, recordedTokens } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';
import { present } from '../../importing/values/present.ts';
import { countAt, fieldAt, fits, numberAt, recordAt, textAt } from '../../importing/values/where.ts';

export const reading: ChatReading = {
  messages: ({ messages }) => [
    { shape: { role: ['user'] }, kind: () => 'input', text: 'content', time: 'timestamp' },
    answerReading(new Set(messages.map(({ value }) => textAt(value, ['message.toolCallId', 'toolCallId'])))),
    {
      shape: { role: ['toolResult'] },
      kind: () => 'result',
      results: { id: 'toolCallId', name: 'toolName', outcome: outcomeOf },
      time: 'timestamp',
    },
    leftOut('role', ['bashExecution'], notes['own-command']),
    leftOut('type', ['compaction'], notes.compacted),
    leftOut('type', ['branch_summary'], notes.summary),
    leftOut('role', ['branchSummary', 'compactionSummary'], notes.summary),
    leftOut('type', ['custom', 'custom_message'], notes.extension),
    leftOut('role', ['custom'], notes.extension),
    leftOut('type', ['model_change', 'thinking_level_change', 'label', 'session_info'], notes.setting),
    { shape: { type: ['session'] }, kind: () => 'skip' },
    { shape: { type: 'text' }, kind: () => 'skip', skipped: notes.line },
    { shape: { role: 'text' }, kind: () => 'skip', skipped: notes.line },
  ],
  session: {
    title: (_, { found }) => arranged(found.messages.slice(0, 40)).map(promptIn).find(isTitle) ?? 'pi session',
    agent: () => 'pi',
    startedAt: ({ type, timestamp }) => (type === 'session' ? timestamp : undefined),
    recording: ({ type, id, cwd, provider }) => (type === 'session' ? present({ session: id, cwd, provider }) : {}),
    tree: { id: 'id', parent: 'parentId' },
    arrange: arranged,
    notes({ suffix = '' }, report) {
      if (suffix !== '') notes.branches(null, report);
    },
  },
};

const leftOut = (key: 'role' | 'type', words: readonly string[], skipped: Noted): MessageReading => ({
  shape: { [key]: words },
  kind: () => 'skip',
  skipped,
});

const notes = notesOf('pi', {
  info: {
    'own-command': '{# command} that the user, not the agent, ran in the session’s shell: left out.',
    compacted: 'The conversation was compacted {once|# times}: the model no longer saw its earlier part.',
    summary: '{# summary|# summaries} of the earlier conversation, for the model: not an input of the user.',
    extension: '{# line} of an extension of the program: not shown as turns.',
    setting: '{# change} of the model or its settings.',
    branches: 'The user went back and continued differently: each branch of the session is a separate session.',
  },
  lost: {
    line: '{# line} of an unknown kind left out.',
  },
});

/** Messages in place of their lines, with the time of the line: ISO 8601, or milliseconds since 1970 of a message alone. */
function arranged(lines: readonly Placed[]): readonly Placed[] {
  return lines.map(({ value, place }) => {
    const message = fits(value, { type: ['message'] }) ? recordAt(value, 'message') : undefined;
    if (message !== undefined)
      return { value: { ...message, timestamp: fieldAt(value, 'timestamp') ?? null }, place: [...place, 'message'] };
    const milliseconds = fits(value, { role: 'text' }) ? numberAt(value, 'timestamp') : undefined;
    return milliseconds === undefined ? { value, place } : { value: withTime(value, milliseconds / 1000), place };
  });
}

const withTime = (message: Value, timestamp: number): Value => ({ ...(message as RecordValue), timestamp });

const promptIn = ({ value }: Placed): string =>
  fits(value, { role: ['user'] }) ? contentText(fieldAt(value, 'content')) : '';

/** A command of the program is no title. */
const isTitle = (prompt: string): boolean => prompt.trim() !== '' && !prompt.startsWith('/');

function outcomeOf(result: RecordValue, { place, report }: Spot): CallResult {
  const isError = result['isError'] === true;
  const read = resultOf(result['content'], isError, [...place, 'content'], report);
  return isError && read.reason !== undefined && notRun.test(read.reason) ? refused(read.reason) : read;
}

/**
 * Sentences of pi for a call that did not run: an extension blocked it without a reason (by name in versions before March 2026), an extension
 * that had to decide failed, or the user wrote something else first.
 * https://github.com/badlogic/pi-mono/blob/main/packages/agent/src/agent-loop.ts
 */
const notRun =
  /^(?:Tool execution was blocked(?: by an extension)?$|Extension failed, blocking execution: |Skipped due to queued user message\.$)/;

/**
 * | in the session | outcome |
 * | --- | --- |
 * | `isError: true` of a tool result with pi's own sentence that an extension blocked the call, or that the user's next message came first | restricted |
 * | any other `isError: true` of a tool result | errored, with its text |
 * | any other tool result | successful |
 * | no result, and the user stopped the answer that requested the call; the answer failed | restricted; errored: pi runs no call of such an answer |
 *
 * pi never requests permission, but its extensions may block a call, also with a reason of their own, which cannot be
 * distinguished from an error. `answered`: ids of calls that have a result.
 */
const answerReading = (answered: ReadonlySet<string | undefined>): MessageReading => ({
  shape: { role: ['assistant'] },
  kind: () => 'llm',
  items: {
    list: 'content',
    kind: {
      field: 'type',
      values: { toolCall: 'call', thinking: 'reasoning', image: 'file' },
      otherwise: 'content',
      absent: 'content',
    },
    calls: { id: 'id', name: 'name', arguments: 'arguments' },
    file: { data: 'data', mimeType: 'mimeType', otherwise: 'image/*' },
  },
  time: 'timestamp',
  model: 'model',
  end: 'stopReason',
  tokens: (message) =>
    recordedTokens(promptOf(message), countAt(message, 'usage.output'), countAt(message, 'usage.cacheRead')),
  finish(message, value, { place, report }) {
    const ended = message.ended ?? '';
    const placeholder = ended === 'aborted' ? '[aborted]' : message.isReasoning === true ? '[thinking]' : undefined;
    if (ended !== 'aborted' && ended !== 'error') return [{ ...message, placeholder }];
    const words = textAt(value, 'errorMessage')?.slice(0, 200) ?? '';
    const how = ended === 'error' ? 'failed' : 'stopped by the user';
    report.note('info', `pi/${ended}`, place, (n) => `${counted(n, 'answer')} ${how} (“${words}”).`);
    const reason = `the answer ${ended === 'error' ? 'failed' : 'was stopped'} before its calls could run`;
    const result = ended === 'error' ? stopped(reason) : refused(reason);
    const calls = (message.calls ?? []).map((call) => (answered.has(call.id) ? call : { ...call, result }));
    return [{ ...message, placeholder, calls }];
  },
});

/** The time since when pi (0.12.7) subtracts the cache from the input of OpenAI's models; a total is there since 0.13.1. */
const apartSince = Date.UTC(2025, 11, 3) / 1000; // a line's time is a text, that of a message alone is in seconds here

/**
 * Tokens read from a cache or written to it were part of the prompt. They are counted apart, but not by all of its clients in all
 * versions: a total that is input and output alone has them within. Without a total, an unclear prompt is unknown.
 * https://github.com/badlogic/pi-mono/tree/main/packages/ai/src/providers
 */
function promptOf(message: RecordValue): number | undefined {
  const count = (name: string) => countAt(message, `usage.${name}`);
  const [input, total] = [count('input'), count('totalTokens')];
  const cached = plusAny(0, count('cacheRead'), count('cacheWrite')) ?? 0;
  const api = textAt(message, 'api');
  if (input === undefined || cached === 0 || cached > input || api === undefined || /anthropic|bedrock/.test(api))
    return plusAny(input, cached);
  if (total !== undefined) return total === plusAny(input, count('output')) ? input : input + cached;
  const isOld =
    (textAt(message, 'timestamp') ?? '9') < '2025-12-03' || (numberAt(message, 'timestamp') ?? apartSince) < apartSince;
  return api.startsWith('google') || isOld ? input : undefined;
}
