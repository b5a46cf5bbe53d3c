import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type {
  ChatReading,
  Entry,
  FoundConversation,
  MessageReading,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { entriesAt, recordAt, textAt } from '../../importing/values/where.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { tokensOf } from '../../importing/messages/any-message.ts';
import type { CallResult } from '../../importing/transcript/transcript.ts';
import type { Placed } from '../../importing/values/elements.ts';

/** A call before an answer. The recording does not say which of the model’s answers in between requested it. */
const toolCallingRecord: MessageReading = {
  kind: { otherwise: 'call' },
  // Until version 0.2.20 with `func_name`.
  calls: { id: 'tool_call_id', name: ['tool_name', 'func_name'], arguments: 'args' },
  results: { outcome: outcomeOf },
};

export const reading: ChatReading = {
  messages: (found) => [
    { shape: { tool_name: 'text' }, ...toolCallingRecord },
    { shape: { func_name: 'text', role_type: 'absent' }, ...toolCallingRecord },
    {
      // A `FunctionCallingMessage`: the call, and in a separate message its result.
      shape: { func_name: 'text' },
      kind: ({ args, result = null }) => (args !== undefined && result === null ? 'llm' : 'result'),
      calls: { id: 'tool_call_id', name: 'func_name', arguments: 'args' },
      results: { id: 'tool_call_id', name: 'func_name', outcome: outcomeOf },
    },
    {
      kind: (message) => (isSystem(message) ? 'system' : roleOf(message) === 'user' ? 'input' : 'llm'),
      text: 'content',
      speaker: 'role_name',
      tokens: tokensIn,
      finish: withTask(found),
    },
  ],
  session: {
    untitled: 'chat of CAMEL agents',
    arrange: (entries) => entries.flatMap(messagesOf),
    notes: (_, report) => report.note('info', 'import/no-times', null, () => 'The messages of CAMEL carry no times.'),
  },
};

/** The calls and the messages of a response; each message has the response beside it. */
function messagesOf(entry: Placed): readonly Entry[] {
  const messages = entriesAt(entry, 'msgs');
  if (messages.length === 0) return [entry];
  return [...entriesAt(entry, 'info.tool_calls'), ...messages.map((message) => ({ ...message, more: [entry] }))];
}

/** The first message of a response has the tokens of all of them. */
function tokensIn(_: RecordValue, { place, more: [response] }: Spot) {
  if (response === undefined) return undefined;
  return place.at(-1) === 0 ? tokensOf(recordAt(response.value, 'info.usage')) : { prompt: 0, completion: 0 };
}

/** `RoleType.ASSISTANT`, `ASSISTANT` and `assistant` are the same role. */
function roleOf(message: RecordValue): string {
  const type = textAt(message, 'role_type') ?? '';
  return type.slice(type.lastIndexOf('.') + 1).toLowerCase();
}

/** Role-playing prompts begin like this for both agents. */
const isSystem = (message: RecordValue): boolean =>
  ['default', 'system', 'critic'].includes(roleOf(message)) ||
  textOf(readContent(message['content'], [], createImportReport())).startsWith('===== RULES OF');

/** The task of two agents is in each of their system messages: the first one shows it. */
function withTask({ messages }: FoundConversation): NonNullable<MessageReading['finish']> {
  const first = messages.find(({ value }) => isRecord(value) && isSystem(value))?.value;
  return (message, record, { report }) => {
    const task = message.role === 'system' && record === first ? textAt(record, 'meta_dict.task') : undefined;
    if (task === undefined) return [message];
    const place = [...message.place, 'meta_dict', 'task'];
    report.note(
      'assumed',
      'camel/task',
      place,
      () => 'The task that the agents were given is taken for the user’s input.',
    );
    return [{ role: 'user', parts: [{ mimeType: 'text/plain', text: task }], place }, message];
  };
}

/**
 * | in the recording | outcome |
 * | --- | --- |
 * | a result that begins with `Tool execution failed: `, or is a record with only an `error` | errored, with that text |
 * | anything else | successful |
 */
function outcomeOf({ result }: RecordValue): CallResult {
  const reason = failureIn(result);
  return reason === undefined ? { outcome: 'ok', output: result } : { outcome: 'error', output: undefined, reason };
}

function failureIn(result: Value | undefined): string | undefined {
  if (typeof result === 'string') return result.startsWith('Tool execution failed: ') ? result : undefined;
  return isRecord(result ?? null) && Object.keys(result ?? {}).length === 1
    ? textAt(result ?? null, 'error')
    : undefined;
}
