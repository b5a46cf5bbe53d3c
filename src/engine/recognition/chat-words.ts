import { opened } from '../importing/values/written-value.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';

/** The words that programs use for the parts of a chat, and their meaning. */

/** `call`: a message that is itself a call by the assistant. */
const roles: { readonly [word: string]: string | undefined } = {
  system: 'system',
  developer: 'developer',
  user: 'user',
  human: 'user',
  customer: 'user',
  client: 'user',
  caller: 'user',
  assistant: 'assistant',
  agent: 'assistant',
  ai: 'assistant',
  bot: 'assistant',
  chatbot: 'assistant',
  model: 'assistant',
  llm: 'assistant',
  gpt: 'assistant',
  tool: 'tool',
  function: 'function',
  tool_result: 'tool',
  toolresult: 'tool',
  tool_response: 'tool',
  function_result: 'tool',
  function_response: 'tool',
  observation: 'tool',
  toolresponse: 'tool',
  tool_output: 'tool',
  tool_call_result: 'tool',
  tool_call_output: 'tool',
  function_output: 'tool',
  function_call_output: 'tool',
  tool_call: 'call',
  toolcall: 'call',
  tool_use: 'call',
  tooluse: 'call',
  function_call: 'call',
  functioncall: 'call',
};

export function roleFor(word: Value | undefined): string | undefined {
  if (typeof word !== 'string' || word.length > 24) return undefined;
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return Object.hasOwn(roles, plain) ? roles[plain] : undefined;
}

const speakerKeys = ['role', 'sender', 'speaker', 'from', 'author'] as const;

export const messageKeys: { readonly [key: string]: string | undefined } = {
  toolCalls: 'tool_calls',
  toolsCalled: 'tool_calls',
  tools_called: 'tool_calls',
  toolCallId: 'tool_call_id',
  functionCall: 'function_call',
  reasoningContent: 'reasoning_content',
  stopReason: 'stop_reason',
  stopSequence: 'stop_sequence',
  finishReason: 'finish_reason',
};

export const usageKeys: { readonly [key: string]: string | undefined } = {
  inputTokens: 'input_tokens',
  outputTokens: 'output_tokens',
  promptTokens: 'prompt_tokens',
  completionTokens: 'completion_tokens',
  totalTokens: 'total_tokens',
  cacheCreationInputTokens: 'cache_creation_input_tokens',
  cacheReadInputTokens: 'cache_read_input_tokens',
  completionTokensDetails: 'completion_tokens_details',
  promptTokensDetails: 'prompt_tokens_details',
};

export const detailKeys: { readonly [key: string]: string | undefined } = {
  reasoningTokens: 'reasoning_tokens',
  cachedTokens: 'cached_tokens',
};

export const blockKeys: { readonly [key: string]: string | undefined } = {
  toolUseId: 'tool_use_id',
  isError: 'is_error',
  cacheControl: 'cache_control',
  imageUrl: 'image_url',
  inputAudio: 'input_audio',
  fileId: 'file_id',
  fileData: 'file_data',
  mediaType: 'media_type',
};

export const callIdKeys = ['id', 'toolCallId', 'tool_call_id', 'callId', 'call_id'];
export const callNameKeys = ['name', 'toolName', 'tool_name', 'functionName', 'function_name', 'function', 'tool'];
export const callListKeys = ['tool_calls', 'toolCalls', 'tools_called', 'toolsCalled'];
export const callInputKeys = [
  'arguments',
  'args',
  'input',
  'parameters',
  'params',
  'input_parameters',
  'inputParameters',
];
export const callResultKeys = ['result', 'output'];
/** Keys of a result message that hold the result, besides the usual text keys. */
export const resultKeys = ['output', 'result', 'response'];
export const resultNameKeys = ['toolName', 'tool_name', 'tool', 'functionName', 'function_name', 'function'];

/** The key that names a message's speaker. `type` has many other uses, so it counts only when its value is a role. */
export function speakerOf(message: RecordValue): (typeof speakerKeys)[number] | 'type' | undefined {
  const speaker = speakerKeys.find((key) => typeof message[key] === 'string');
  return speaker ?? (roleFor(message['type']) === undefined ? undefined : 'type');
}

/** Whether a list holds a chat in any words. UI messages of the AI SDK and API events are not chats. */
export function isChat(list: readonly Value[]): boolean {
  const first = list.slice(0, sample);
  const [one] = first;
  const key = one !== undefined && isRecord(one) ? speakerOf(one) : undefined;
  if (key === undefined || !first.every((message) => isRecord(message) && isSpoken(message, key))) return false;
  const known = first.filter((message) => isRecord(message) && roleFor(message[key]) !== undefined);
  const people = known.filter((message) => isRecord(message) && isPerson.test(roleFor(message[key]) ?? ''));
  return known.length * 2 > first.length && people.length > 0;
}

const sample = 20;
const isPerson = /^(?:user|assistant)$/;

const isSpoken = (message: RecordValue, key: string): boolean =>
  typeof message[key] === 'string' &&
  !isList(message['parts'] ?? null) &&
  !isList(message['toolInvocations'] ?? null) &&
  (key === 'role' || contentKeyOf(message) !== undefined || calledIn(message) !== undefined || isResult(message));

/** The key that holds the text, or undefined when there is none. */
export const contentKeyOf = (message: RecordValue): string | undefined =>
  ['content', 'text', 'message', 'value'].find(
    (key) => typeof message[key] === 'string' || isList(message[key] ?? null),
  );

const isResult = (message: RecordValue): boolean =>
  roleFor(message[speakerOf(message) ?? 'role']) === 'tool' &&
  ['content', ...resultKeys].some((key) => message[key] !== undefined);

/** A message that is a call, rewritten as a call of Chat Completions, with the places of its parts in the message. */
interface MessageCall {
  readonly name: readonly string[];
  readonly input: readonly string[] | undefined;
  /** The key of the message that holds the call or its arguments, so it is not text. */
  readonly holder: string | undefined;
  readonly value: RecordValue;
}

/**
 * | message | arguments |
 * | --- | --- |
 * | `{role: "tool_call", name, arguments}` | its own |
 * | `{role: "tool_call", name, content: "{…}"}` | the content, decoded |
 * | `{role: "tool_call", content: {name, arguments}}`, also written as JSON | those in the content |
 */
export function calledIn(message: RecordValue): MessageCall | undefined {
  if (roleFor(message[speakerOf(message) ?? 'role']) !== 'call') return undefined;
  const nameKey = callNameKeys.find((key) => typeof message[key] === 'string');
  const inputKey = callInputKeys.find((key) => message[key] !== undefined);
  const written = contentHolders.find((key) => isRecord(opened(message[key] ?? null)));
  const held = written === undefined ? null : opened(message[written] ?? null);
  if (nameKey !== undefined) {
    const input = inputKey ?? written;
    const value = inputKey === undefined ? held : (message[inputKey] ?? null);
    return {
      name: [nameKey],
      input: input === undefined ? undefined : [input],
      holder: inputKey === undefined ? written : undefined,
      value: { name: message[nameKey] ?? null, ...(input !== undefined && { arguments: value }) },
    };
  }
  if (written === undefined || !isRecord(held)) return undefined;
  const innerName = callNameKeys.find((key) => typeof held[key] === 'string');
  const innerInput = callInputKeys.find((key) => held[key] !== undefined);
  if (innerName === undefined) return undefined;
  return {
    name: [written, innerName],
    input: innerInput === undefined ? undefined : [written, innerInput],
    holder: written,
    value: {
      name: held[innerName] ?? null,
      ...(innerInput !== undefined && { arguments: held[innerInput] ?? null }),
    },
  };
}

const contentHolders = [
  'content',
  'text',
  'value',
  'tool_call',
  'toolCall',
  'function_call',
  'functionCall',
  'function',
];

export function callIdOf(message: RecordValue): readonly string[] {
  if (calledIn(message) === undefined) return [];
  const id = callIdKeys.map((key) => message[key]).find((one) => typeof one === 'string');
  return typeof id === 'string' ? [id] : [];
}

export function resultIdOf(message: RecordValue): readonly string[] {
  const role = roleFor(message[speakerOf(message) ?? 'role']);
  if (role !== 'tool' && role !== 'function') return [];
  const id = ['tool_call_id', 'toolCallId', 'callId', 'call_id']
    .map((key) => message[key])
    .find((one) => typeof one === 'string');
  return typeof id === 'string' ? [id] : [];
}
