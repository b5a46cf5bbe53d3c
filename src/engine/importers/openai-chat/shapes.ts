import { below, type Path } from '../../model/path.ts';
import { isToolDefinition } from '../../importing/messages/tool-definition.ts';
import { isRecord, Unknown } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import type { Exchange, ExchangeSide } from '../../importing/messages/exchange.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { findAt, fits, type Shape } from '../../importing/values/where.ts';

/**
 * Chat Completions: messages, request and response bodies.
 * https://platform.openai.com/docs/api-reference/chat
 */
const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

const isRole = (role: unknown): boolean => roles.includes(role);

/** Keys under which logs store the request and the response together; Helicone's export has `…_body`. */
const requestKeys = ['request', 'request_params', 'request_body', 'body', 'input'] as const;
const responseKeys = ['response', 'response_body', 'output', 'completion'] as const;

const companions = new Set<string>([
  ...requestKeys,
  ...responseKeys,
  ...'messages tools functions model choices usage created id object system_fingerprint service_tier metadata annotations custom_id method url title type timestamp'.split(
    ' ',
  ),
  ...'temperature top_p n seed stop stream max_tokens max_completion_tokens tool_choice response_format user'.split(
    ' ',
  ),
  ...'parallel_tool_calls reasoning_effort'.split(' '),
]);

export function exchangeIn(value: Value, place: Path): Exchange | undefined {
  if (isListOfMessages(value)) {
    return { place, request: { body: {}, list: value, place }, response: undefined };
  }
  // Trajectories of agents, samples of evaluations, their events, calls of Weave and states of Burr also contain chat messages,
  // together with other data.
  if (!isRecord(value) || ['trajectory_format', 'model_usage', 'op_name', '__SEQUENCE_ID'].some((key) => key in value))
    return undefined;
  if (value['event'] === 'model' && 'input' in value) return undefined;
  const line = { value, place };
  const asked = bodyWith('messages', value, requestKeys, place);
  const request = asked && { ...asked, place: below(asked.place, 'messages'), line };
  const answered = bodyWith('choices', value, responseKeys, place) ?? ollamaAnswer(value, place);
  const response = answered && { ...answered, line };
  if (request === undefined && response === undefined) return undefined;
  const others = Object.keys(value).filter((key) => !companions.has(key));
  return { place, request, response, others, about: aboutIn(value) };
}

/** Traces of Invariant have both keys beside the messages. */
const aboutIn = (value: RecordValue): RecordValue =>
  Object.fromEntries(
    ['annotations', 'metadata'].flatMap((key) => {
      const said = value[key];
      return said === undefined || said === null ? [] : [[key, said] as const];
    }),
  );

/** The record itself, or the record under a known key, if it passes the check. */
function bodyWith(
  wanted: 'messages' | 'choices',
  value: RecordValue,
  keys: readonly string[],
  place: Path,
): ExchangeSide | undefined {
  for (const [inside, where] of bodiesIn(value, keys, place)) {
    const list = inside[wanted];
    const isWanted =
      wanted === 'messages' ? isListOfMessages(list ?? null) : isRecord(findAt(list, '0.message')?.value);
    if (isWanted) return { body: inside, list: elementsOf(list ?? null), place: where };
  }
  return undefined;
}

/** https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion */
const ollamaShape: Shape = { message: 'record', done: 'flag' };

/** Ollama takes the same messages and answers with one of its own: `{message, done_reason, prompt_eval_count, eval_count}`. */
function ollamaAnswer(value: RecordValue, place: Path): ExchangeSide | undefined {
  const key = responseKeys.find((name) => fits(value[name] ?? null, ollamaShape));
  const answer = key === undefined ? undefined : value[key];
  if (key === undefined || answer === undefined || !isRecord(answer)) return undefined;
  const { message = null, model = null, done_reason = null, prompt_eval_count = null, eval_count = null } = answer;
  const body = { model, usage: { prompt_tokens: prompt_eval_count, completion_tokens: eval_count } };
  const list = [{ message, finish_reason: done_reason }];
  return { body, list, place: below(place, key) };
}

/** `response.body` is the nesting of batch results. */
function bodiesIn(value: RecordValue, keys: readonly string[], place: Path): [RecordValue, Path][] {
  const bodies: [RecordValue, Path][] = [[value, place]];
  for (const key of keys) {
    const inside = value[key];
    if (!isRecord(inside)) continue;
    bodies.push([inside, below(place, key)]);
    const body = inside['body'];
    if (isRecord(body)) bodies.push([body, [...place, key, 'body']]);
  }
  return bodies;
}

/** How many messages are checked before a list is accepted as a list of messages. */
const sample = 20;

function isListOfMessages(value: Value): value is readonly Value[] {
  if (!Array.isArray(value) || !isRecord(value[0]) || !isRole(value[0]['role'])) return false;
  // Array.isArray narrows a union that contains readonly arrays to any[]; every element is a Value.
  const messages = value as readonly Value[];
  return messages
    .slice(0, sample)
    .every((message, index) => isMessage(message) || (index > 0 && index === messages.length - 1 && isCut(message)));
}

/** Logs may be cut off anywhere. The last message may then have little more than a role, or half a call. */
function isCut(value: Value): boolean {
  return (
    isRecord(value) &&
    !('type' in value) &&
    !('parts' in value) &&
    (value['role'] === undefined || isRole(value['role']))
  );
}

/** The last message of a list, where the file has neither text nor calls of it. */
export const isStump = (messages: readonly Value[], index: number): boolean => {
  const message = messages[index];
  return index > 0 && index === messages.length - 1 && message !== undefined && isCut(message) && !speaks(message);
};

function isMessage(value: Value): boolean {
  if (!isRecord(value) || typeof value['role'] !== 'string') return false;
  if ('type' in value && value['type'] !== 'message') return false;
  // A page's message of the AI SDK. Its content only repeats the text of its parts.
  if (Array.isArray(value['parts']) || Array.isArray(value['toolInvocations'])) return false;
  const isNamed = typeof value['tool_call_id'] === 'string' || typeof value['name'] === 'string';
  if (value['role'] === 'tool' && !isNamed && isToolDefinition(value['content'])) return true;
  const isResult = (value['role'] === 'tool' || value['role'] === 'function') && isNamed;
  return (
    speaks(value) && hasChatCalls(value['tool_calls']) && (isResult ? isResultContent : isChatContent)(value['content'])
  );
}

const speaks = (message: Value): boolean =>
  isRecord(message) &&
  (message['content'] !== undefined || message['tool_calls'] !== undefined || isRecord(message['function_call']));

/** Other formats write a call differently: `function` as a string, or `name` and `args` side by side. */
function hasChatCalls(calls: Value | undefined): boolean {
  if (calls === undefined || calls === null || calls instanceof Unknown) return true;
  if (!Array.isArray(calls)) return false;
  const first: Value | undefined = calls[0];
  if (first === undefined || first instanceof Unknown) return true;
  if (!isRecord(first)) return false;
  const { function: called } = first;
  const isCalled = called !== undefined && (isRecord(called) || called instanceof Unknown);
  return isCalled || isRecord(first['custom']) || Object.keys(first).length === 0;
}

/** Parts of Anthropic, of the Responses API and of the AI SDK; the parts of Bedrock and Haystack have no type at all. */
const foreignParts = new Set<Value>([
  'tool_use',
  'tool_result',
  'thinking',
  'server_tool_use',
  'function_call',
  'tool-call',
  'tool-result',
]);

/** A function may return any value; parts of other formats are excluded. */
const isResultContent = (content: Value | undefined): boolean =>
  !Array.isArray(content) || isChatContent(content) || (content as readonly Value[]).every(isRow);

/** Haystack puts results into the content. */
const isRow = (value: Value): boolean => !isRecord(value) || !('type' in value || 'tool_call_result' in value);

function isChatContent(content: Value | undefined): boolean {
  if (content === undefined || content === null || typeof content === 'string' || content instanceof Unknown)
    return true;
  if (!Array.isArray(content)) return false;
  return (content as readonly Value[]).every(
    (part) =>
      typeof part === 'string' ||
      part instanceof Unknown ||
      (isRecord(part) && typeof part['type'] === 'string' && !foreignParts.has(part['type'])),
  );
}

/**
 * Whether the document has a field that exists only in Chat Completions. Plain `{role, content}` lists occur in many formats.
 */
export function isUnmistakable({ request, response }: Exchange): boolean {
  if (response !== undefined) return true;
  if (elementsOf(request?.body['tools'] ?? null).some((tool) => fits(tool, { function: 'record' }))) return true;
  return request?.list.slice(0, sample).some(hasChatMark) === true;
}

function hasChatMark(message: Value): boolean {
  if (!isRecord(message)) return false;
  const calls = message['tool_calls'];
  if (Array.isArray(calls) && calls.length > 0) return true;
  return (
    isRecord(message['function_call']) || (message['role'] === 'tool' && typeof message['tool_call_id'] === 'string')
  );
}
