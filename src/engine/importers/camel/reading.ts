import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import type {
  Calls,
  ChatReading,
  Entry,
  FoundConversation,
  MessageKind,
  MessageReading,
  Spot,
} from '../../importing/describing/chat-reading.ts';
import { elementsAt, entriesAt, findAt, recordAt, textAt } from '../../importing/values/where.ts';
import { type Part, contentText } from '../../importing/content/content.ts';
import type { NormalizedMessage } from '../../importing/messages/normalized-message.ts';
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
      kind: kindOfCall,
      calls: { id: 'tool_call_id', name: 'func_name', arguments: 'args' },
      results: { id: 'tool_call_id', name: 'func_name', outcome: outcomeOf },
    },
    {
      shape: { role_at_backend: 'text', 'message.func_name': 'text' },
      kind: ({ message }) => kindOfCall(message ?? null),
      calls: { id: 'message.tool_call_id', name: 'message.func_name', arguments: 'message.args' },
      results: {
        id: 'message.tool_call_id',
        name: 'message.func_name',
        outcome: (one) => outcomeOf(recordAt(one, 'message') ?? {}),
      },
      time: 'timestamp',
    },
    {
      shape: { role_at_backend: 'text' },
      kind: {
        field: 'role_at_backend',
        values: { system: 'system', developer: 'system', user: 'input', assistant: 'llm' },
        otherwise: 'result',
      },
      text: 'message.content',
      parts: ({ message }) => imagesIn(message ?? null),
      calls: { ...functionCalls, list: ['message.tool_calls', 'message.meta_dict.tool_calls'] },
      reasoning: 'message.reasoning_content',
      speaker: 'message.role_name',
      time: 'timestamp',
    },
    {
      kind: (message) => (isSystem(message) ? 'system' : roleOf(message) === 'user' ? 'input' : 'llm'),
      text: 'content',
      parts: imagesIn,
      calls: { ...functionCalls, list: ['meta_dict.tool_calls', 'tool_calls'] },
      reasoning: 'reasoning_content',
      speaker: 'role_name',
      tokens: tokensIn,
      end: (_, { more: [response] }) => textAt(response?.value, 'info.termination_reasons.0'),
      finish: withTask(found),
    },
  ],
  session: {
    untitled: 'chat of CAMEL agents',
    arrange: (entries) => entries.flatMap(messagesOf),
    notes({ messages }, report) {
      if (messages.some(({ value }) => findAt(value, 'timestamp') !== undefined)) return;
      report.note('info', 'import/no-times', null, 'The messages of CAMEL have no times.');
    },
  },
};

/** The calls of an answer, in OpenAI's form. */
const functionCalls: Calls = { id: 'id', name: 'function.name', arguments: 'function.arguments' };

const kindOfCall = (message: Value): MessageKind =>
  recordAt(message, 'args') !== undefined && findAt(message, 'result') === undefined ? 'llm' : 'result';

const imagesIn = (message: Value): readonly Part[] =>
  elementsAt(message, 'image_list').flatMap((image) => {
    const file = typeof image === 'string' ? image : textAt(image, 'data');
    return file === undefined ? [] : [{ mimeType: 'image/*', file }];
  });

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
  contentText(message['content']).startsWith('===== RULES OF');

/** The task of two agents is in each of their system messages: the first one shows it. */
function withTask({ messages }: FoundConversation): NonNullable<MessageReading['finish']> {
  const first = messages.find(({ value }) => isRecord(value) && isSystem(value))?.value;
  return (message, record, { report, more: [response] }) => {
    if (response !== undefined && message.place.at(-1) === 0) return [withExternalCalls(message, response)];
    const task = message.role === 'system' && record === first ? textAt(record, 'meta_dict.task') : undefined;
    if (task === undefined) return [message];
    const place = [...message.place, 'meta_dict', 'task'];
    report.note('assumed', 'camel/task', place, 'The agents’ task is shown as the user’s input.');
    return [{ role: 'user', parts: [{ mimeType: 'text/plain', text: task }], place }, message];
  };
}

/** Calls of tools that the program runs itself, after the response. */
function withExternalCalls(message: NormalizedMessage, response: Placed): NormalizedMessage {
  const asked = entriesAt(response, 'info.external_tool_call_requests').map(({ value, place }) => ({
    id: textAt(value, 'tool_call_id'),
    name: textAt(value, 'tool_name') ?? '',
    input: recordAt(value, 'args'),
    place,
    result: waiting,
  }));
  return asked.length === 0 ? message : { ...message, calls: [...(message.calls ?? []), ...asked] };
}

const waiting: CallResult = { outcome: 'pending', output: undefined };

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
