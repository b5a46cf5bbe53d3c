import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type RecordValue, type Value, valueAt } from '../../model/value.ts';
import type { Exchange, ExchangeSide } from '../../importing/messages/exchange.ts';
import { hasTime } from '../../importing/messages/request-log.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { countAt, elementsAt, fits, textAt } from '../../importing/values/where.ts';

/**
 * The Messages API of Anthropic: messages, requests, responses.
 * https://docs.anthropic.com/en/api/messages
 */
export const isMessage = (value: Value): value is RecordValue =>
  // Programs that number the messages of their own threads write results in another way.
  fits(value, { role: ['user', 'assistant', 'system'], content: 'there', messageId: 'absent' });

export const isResponse = (value: Value): value is RecordValue =>
  fits(value, { type: ['message'], role: ['assistant'], content: 'list' });

export function exchangeIn(value: Value, place: Path = []): Exchange | undefined {
  if (isList(value)) return exchangeOfList([...value], place);
  if (!isRecord(value)) return undefined;
  const request = requestIn(value, place);
  const response = answerIn(value, place, request !== undefined);
  if (request === undefined && response === undefined) return undefined;
  if (response === undefined && !request?.list.slice(0, sample).some(hasMark) && !isOwnRequest(value, request?.body))
    return undefined;
  return { place, request, response };
}

/** A stream alone is a response whose answers are its events. */
function exchangeOfList(list: readonly Value[], place: Path): Exchange | undefined {
  const first = list.slice(0, sample);
  if (first.some(isStreamStart)) return { place, request: undefined, response: { body: {}, list, place } };
  // Each has its own tokens, and the messages in between are missing.
  if (areAnswersAlone(list)) return undefined;
  const isMessages = first.length > 0 && first.every(isMessage) && first.some(hasMark);
  return isMessages ? { place, request: { body: {}, list, place }, response: undefined } : undefined;
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

/** The answer is a record, or the text of a response or of its stream, as a proxy kept it. */
function answerIn(value: RecordValue, place: Path, isAsked: boolean): ExchangeSide | undefined {
  for (const within of answerPlaces) {
    const body = valueAt(value, within) ?? null;
    const side = { list: [body], place: [...place, ...within], line: lineOf(value, 'response', place) };
    if (isResponse(body)) return { ...side, body };
    if (isAsked && typeof body === 'string' && isAnswerText.test(body.slice(0, 500))) return { ...side, body: {} };
  }
  return undefined;
}

/** The half of a log record, or else the whole record: only one of them has the time. */
function lineOf(value: RecordValue, half: 'request' | 'response', place: Path): Placed | undefined {
  if (place.length === 0) return undefined;
  const inner = { value: value[half] ?? null, place: [...place, half] };
  return hasTime(inner) ? inner : { value, place };
}

/** The first event of a stream, or a response by one of the keys that it begins with. */
const isAnswerText = /^\s*(?:event: ?message_start|data: ?\{[^}]*"message_start"|\{.*"type": ?"message")/s;

const requestPlaces = [[], ['request'], ['request_body'], ['body'], ['request', 'body']] as const;

function requestIn(value: RecordValue, place: Path): ExchangeSide | undefined {
  for (const within of requestPlaces) {
    const body = valueAt(value, within) ?? null;
    const list = elementsAt(body, 'messages');
    if (fits(body, { messages: 'list' }) && isRecord(body) && areMessages(list))
      return { body, list, place: [...place, ...within, 'messages'], line: lineOf(value, 'request', place) };
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
const isOwnRequest = (value: RecordValue, request: RecordValue | undefined): boolean =>
  elementsOf(request?.['tools'] ?? null).some((tool) => fits(tool, { input_schema: 'record' })) ||
  /\/v1\/messages(?:$|\?)/.test(textAt(value, 'request.url')?.slice(0, 2000) ?? '') ||
  (request?.['system'] !== undefined && countAt(request, 'max_tokens') !== undefined);
