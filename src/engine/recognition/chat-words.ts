import { opened } from '../importing/values/written-value.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';

/** The words that programs use for the parts of a chat, and their meaning. */

/** `call`: a message that is itself a call by the assistant. */
const words: readonly (readonly [role: string, words: string])[] = [
  ['system', 'system'],
  ['developer', 'developer'],
  ['user', 'user human customer client caller'],
  ['assistant', 'assistant agent ai bot chatbot model llm gpt'],
  ['tool', 'tool observation tool_result tool_response tool_output tool_call_result tool_call_output'],
  ['tool', 'toolresult toolresponse function_result function_response function_output function_call_output'],
  ['function', 'function'],
  ['call', 'tool_call toolcall tool_use tooluse function_call functioncall'],
];

const roles = new Map(words.flatMap(([role, spelled]) => spelled.split(' ').map((word) => [word, role] as const)));

export function roleFor(word: Value | undefined): string | undefined {
  if (typeof word !== 'string' || word.length > 24) return undefined;
  const plain = word
    .trim()
    .toLowerCase()
    .replaceAll(/[\s-]+/g, '_');
  return roles.get(plain);
}

const speakerKeys = ['role', 'sender', 'speaker', 'from', 'author'] as const;

/** Keys of the providers’ APIs, by their other spellings. */
type Keys = ReadonlyMap<string, string>;

export const messageKeys: Keys = new Map([
  ...camelCase('tool_calls tool_call_id function_call reasoning_content stop_reason stop_sequence finish_reason'),
  ['toolsCalled', 'tool_calls'],
  ['tools_called', 'tool_calls'],
]);

export const usageKeys: Keys = new Map([
  ...camelCase('input_tokens output_tokens prompt_tokens completion_tokens total_tokens'),
  ...camelCase('cache_creation_input_tokens cache_read_input_tokens'),
  ...camelCase('completion_tokens_details prompt_tokens_details'),
]);

export const detailKeys: Keys = new Map(camelCase('reasoning_tokens cached_tokens'));

export const blockKeys: Keys = new Map(
  camelCase('tool_use_id is_error cache_control image_url input_audio file_id file_data media_type'),
);

/** `toolCalls` for `tool_calls`, with its key. */
function camelCase(keys: string): readonly (readonly [string, string])[] {
  const camel = (key: string) => key.replaceAll(/_(\w)/g, (_, letter: string) => letter.toUpperCase());
  return keys.split(' ').map((key) => [camel(key), key]);
}

export const callIdKeys = ['id', 'toolCallId', 'tool_call_id', 'callId', 'call_id'];
export const callNameKeys = ['name', 'toolName', 'tool_name', 'functionName', 'function_name', 'function', 'tool'];
export const callListKeys = ['tool_calls', 'toolCalls', 'tools_called', 'toolsCalled'];
export const callInputKeys = 'arguments args input parameters params input_parameters inputParameters'.split(' ');
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

const contentHolders = 'content text value tool_call toolCall function_call functionCall function'.split(' ');

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
