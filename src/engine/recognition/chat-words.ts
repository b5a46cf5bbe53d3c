import { opened } from '../importing/values/written-value.ts';
import type { Path } from '../model/path.ts';
import { isList, isRecord, type RecordValue, type Value } from '../model/value.ts';
import type { NamedPart } from './parts.ts';

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

const callIdKeys = ['id', 'toolCallId', 'tool_call_id', 'callId', 'call_id'];
const callNameKeys = ['name', 'toolName', 'tool_name', 'functionName', 'function_name', 'function', 'tool'];
export const callListKeys = ['tool_calls', 'toolCalls', 'tools_called', 'toolsCalled'];
const callInputKeys = 'arguments args input parameters params input_parameters inputParameters'.split(' ');
export const callResultKeys = ['result', 'output'];
/** Keys of a result message that hold the result, besides the usual text keys. */
export const resultKeys = ['output', 'result', 'response'];
export const resultNameKeys = ['toolName', 'tool_name', 'tool', 'functionName', 'function_name', 'function'];

/** The key that names a message's speaker. `type` has many other uses, so it counts only when its value is a role. */
export function speakerOf(message: RecordValue): (typeof speakerKeys)[number] | 'type' | undefined {
  const speaker = speakerKeys.find((key) => typeof message[key] === 'string');
  return speaker ?? (roleFor(message['type']) === undefined ? undefined : 'type');
}

/** The role of a message in the providers' words; `call` for a message that is a call. */
export const roleOf = (message: RecordValue): string | undefined => roleFor(message[speakerOf(message) ?? 'role']);

/** Whether a list holds a chat in any words. UI messages of the AI SDK and API events are not chats. */
export function isChat(list: readonly Value[]): boolean {
  const first = list.slice(0, sample);
  const [one] = first;
  const key = one !== undefined && isRecord(one) ? speakerOf(one) : undefined;
  if (key === undefined || !first.every((message) => isRecord(message) && isSpoken(message, key))) return false;
  const roles = first.flatMap((message) => (isRecord(message) ? (roleFor(message[key]) ?? []) : []));
  return roles.length * 2 > first.length && roles.some((role) => role === 'user' || role === 'assistant');
}

const sample = 20;

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
  roleOf(message) === 'tool' && ['content', ...resultKeys].some((key) => message[key] !== undefined);

/** The keys of a call's parts in a record; a key is undefined if the record has no such part. */
export const callKeysIn = (record: RecordValue) => ({
  id: callIdKeys.find((key) => typeof record[key] === 'string'),
  name: callNameKeys.find((key) => typeof record[key] === 'string'),
  input: callInputKeys.find((key) => record[key] !== undefined),
  result: callResultKeys.find((key) => record[key] !== undefined && record[key] !== null),
});

/** Name and arguments of the call in a record, whose place in the whole is `place`. Undefined if it has no name. */
export function calledOf(record: RecordValue, place: Path = []): readonly NamedPart[] | undefined {
  const { name, input } = callKeysIn(record);
  if (name === undefined) return undefined;
  const called: NamedPart = ['name', record[name] ?? null, [...place, name]];
  return input === undefined ? [called] : [called, ['arguments', record[input] ?? null, [...place, input]]];
}

/**
 * Name and arguments of the call that a message is:
 *
 * | message | arguments |
 * | --- | --- |
 * | `{role: "tool_call", name, arguments}` | its own |
 * | `{role: "tool_call", name, content: "{…}"}` | the content, decoded |
 * | `{role: "tool_call", content: {name, arguments}}`, also written as JSON | those in the content |
 */
export function calledIn(message: RecordValue): readonly NamedPart[] | undefined {
  if (roleOf(message) !== 'call') return undefined;
  const own = calledOf(message);
  const holder = contentHolders.find((key) => isRecord(opened(message[key] ?? null)));
  const held = holder === undefined ? null : opened(message[holder] ?? null);
  if (holder === undefined || !isRecord(held) || (own?.length ?? 0) > 1) return own;
  return own === undefined ? calledOf(held, [holder]) : [...own, ['arguments', held, [holder]]];
}

const contentHolders = 'content text value tool_call toolCall function_call functionCall function'.split(' ');

export function callIdOf(message: RecordValue): readonly string[] {
  if (calledIn(message) === undefined) return [];
  const { id } = callKeysIn(message);
  return textsIn(message, id === undefined ? [] : [id]);
}

export function resultIdOf(message: RecordValue): readonly string[] {
  const isResult = ['tool', 'function'].includes(roleOf(message) ?? '');
  return isResult ? textsIn(message, ['tool_call_id', 'toolCallId', 'callId', 'call_id']) : [];
}

/** The first text under one of these keys. */
const textsIn = (message: RecordValue, keys: readonly string[]): readonly string[] =>
  keys
    .map((key) => message[key])
    .filter((one) => typeof one === 'string')
    .slice(0, 1);
