import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { countAt, fits, textAt } from '../../importing/values/where.ts';

/**
 * The Messages API of Anthropic: messages, requests, responses.
 * https://docs.anthropic.com/en/api/messages
 */
export const isMessage = (value: Value): value is RecordValue =>
  // Programs that number the messages of their own threads write results in another way.
  fits(value, { role: ['user', 'assistant', 'system'], content: 'there', messageId: 'absent' });

export const isResponse = (value: Value): value is RecordValue =>
  fits(value, { type: ['message'], role: ['assistant'], content: 'list' });

/** One conversation in a file: the request and the response; either may be missing. */
export interface Conversation {
  /** The place of the record that contains it. */
  readonly place: Path;
  readonly messages: readonly Value[];
  readonly messagesPlace: Path;
  readonly request: RecordValue | undefined;
  readonly response: Answer | undefined;
  readonly written: AnswerText | undefined;
  /** The events of a stream alone. */
  readonly stream: readonly Value[];
}

export interface Answer {
  readonly body: RecordValue;
  readonly place: Path;
}

/** The raw text of a response, or of its stream, as a proxy kept it. Nothing within it has a place of its own. */
export interface AnswerText {
  readonly text: string;
  readonly place: Path;
}

const empty = {
  place: [],
  messages: [],
  messagesPlace: [],
  request: undefined,
  response: undefined,
  written: undefined,
  stream: [],
};

export function conversationIn(value: Value, place: Path = []): Conversation | undefined {
  if (isList(value)) return conversationOfList([...value], place);
  if (!isRecord(value)) return undefined;
  const asked = requestIn(value, place);
  const answered = answerIn(value, place, asked !== undefined);
  if (asked === undefined && answered === undefined) return undefined;
  const messages = elementsOf(asked?.request['messages'] ?? null);
  if (answered === undefined && !messages.slice(0, sample).some(hasMark) && !isOwnRequest(value, asked?.request))
    return undefined;
  return { ...empty, place, messages, messagesPlace: asked?.place ?? [], request: asked?.request, ...answered };
}

function conversationOfList(list: readonly Value[], place: Path): Conversation | undefined {
  const first = list.slice(0, sample);
  if (first.some(isStreamStart)) return { ...empty, place, stream: list };
  // Each has its own tokens, and the messages in between are missing.
  if (areAnswersAlone(list)) return undefined;
  const isMessages = first.length > 0 && first.every(isMessage) && first.some(hasMark);
  return isMessages ? { ...empty, place, messages: list, messagesPlace: place } : undefined;
}

/** How many entries are examined. */
const sample = 40;

/** Complete responses one after the other, each with its tokens. */
export function areAnswersAlone(list: readonly Value[]): boolean {
  const first = list.slice(0, sample);
  return (
    first.length > 1 && first.every((one) => isResponse(one) && valueAt(one, ['usage', 'input_tokens']) !== undefined)
  );
}

const isStreamStart = (value: Value): boolean =>
  isRecord(value) && value['type'] === 'message_start' && isRecord(value['message']);

const answerPlaces = [[], ['response'], ['response_body'], ['response', 'body'], ['response', 'body_raw']] as const;

function answerIn(
  value: RecordValue,
  place: Path,
  isAsked: boolean,
): Pick<Conversation, 'response' | 'written'> | undefined {
  for (const within of answerPlaces) {
    const body = valueAt(value, within) ?? null;
    const where = [...place, ...within];
    if (isResponse(body)) return { response: { body, place: where }, written: undefined };
    if (isAsked && typeof body === 'string' && isAnswerText.test(body.slice(0, 500)))
      return { response: undefined, written: { text: body, place: where } };
  }
  return undefined;
}

/** The first event of a stream, or a response by one of the keys that it begins with. */
const isAnswerText = /^\s*(?:event: ?message_start|data: ?\{[^}]*"message_start"|\{.*"type": ?"message")/s;

const requestPlaces = [[], ['request'], ['request_body'], ['body'], ['request', 'body']] as const;

function requestIn(value: RecordValue, place: Path) {
  for (const within of requestPlaces) {
    const request = valueAt(value, within) ?? null;
    if (
      fits(request, { messages: 'list' }) &&
      isRecord(request) &&
      areMessages(elementsOf(request['messages'] ?? null))
    )
      return { request, place: [...place, ...within, 'messages'] };
  }
  return undefined;
}

const areMessages = (list: readonly Value[]): boolean => list.slice(0, sample).every(isMessage);

/** Blocks that only this API has. Plain `{role, content}` lists occur in many formats. */
const marks = new Set<Value>([
  'tool_use',
  'tool_result',
  'thinking',
  'redacted_thinking',
  'server_tool_use',
  'mcp_tool_use',
]);

function hasMark(message: Value): boolean {
  const content = isRecord(message) ? entry(message, 'content') : undefined;
  if (content === undefined || !isList(content)) return false;
  return [...content].some((block) => isRecord(block) && marks.has(entry(block, 'type') ?? null));
}

/**
 * Recognises a request by its tools, by its address, or by a `system` beside the messages and the `max_tokens` that
 * this API requires.
 */
const isOwnRequest = (value: RecordValue, request: Conversation['request']): boolean =>
  elementsOf(request?.['tools'] ?? null).some((tool) => fits(tool, { input_schema: 'record' })) ||
  /\/v1\/messages(?:$|\?)/.test(textAt(value, 'request.url')?.slice(0, 2000) ?? '') ||
  (request?.['system'] !== undefined && countAt(request, 'max_tokens') !== undefined);

export const isAnswered = ({ response, written }: Conversation): boolean =>
  response !== undefined || written !== undefined;
