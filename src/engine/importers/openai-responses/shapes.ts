import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { isCallOutput, isItemType } from '../../importing/responses/response-item.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';

/**
 * The Responses API: items, response objects, conversation item lists, streamed events.
 * https://platform.openai.com/docs/api-reference/responses
 */

/** A run of items that belong together, and the response that produced them, if there is one. */
export interface Batch {
  readonly items: readonly Value[];
  /** The place of item n in the document. */
  readonly placeOf: (index: number) => Path;
  readonly response: Body | undefined;
  /** The request whose input they are. */
  readonly request?: Body;
}

interface Body {
  readonly body: RecordValue;
  readonly place: Path;
}

export const responseBatch = (body: RecordValue, place: Path): Batch => ({
  items: elementsOf(body['output'] ?? null),
  placeOf: (index) => [...place, 'output', index],
  response: { body, place },
});

export interface Recording {
  readonly batches: readonly Batch[];
  readonly place: Path;
  readonly request: RecordValue | undefined;
  /** Conversation lists have the newest item first. */
  readonly reversed: boolean;
  readonly hasMore: boolean;
  /** A stream that ended before its last event. */
  readonly cutOff: boolean;
}

export const whole = { request: undefined, reversed: false, hasMore: false, cutOff: false };

/** How many items are checked before a list is accepted as a list of items. */
const sample = 20;

export function recordingIn(value: Value, place: Path): Recording | undefined {
  if (isListOfItems(value)) return { ...whole, place, batches: [batchOf(value, place)] };
  if (!isRecord(value)) return undefined;
  return conversationIn(value, place) ?? exchangeIn(value, place);
}

const batchOf = (items: readonly Value[], place: Path): Batch => ({
  items,
  placeOf: (index) => [...place, index],
  response: undefined,
});

function conversationIn(value: Value, place: Path): Recording | undefined {
  // https://platform.openai.com/docs/api-reference/conversations/list-items
  if (!fits(value, { object: ['list'] }) || !isRecord(value)) return undefined;
  const { data = null, has_more } = value;
  if (!isListOfItems(data)) return undefined;
  const reversed = isNewestFirst(data);
  const batch: Batch = {
    items: reversed ? data.toReversed() : data,
    placeOf: (index) => [...place, 'data', reversed ? data.length - 1 - index : index],
    response: undefined,
  };
  return { ...whole, place, batches: [batch], reversed, hasMore: has_more === true };
}

/**
 * The service lists the newest item first unless the request sets another order. The order of a call and its result shows which
 * one applies.
 */
function isNewestFirst(items: readonly Value[]): boolean {
  const called = new Set<Value>();
  for (const item of items) {
    if (!isRecord(item) || typeof item['call_id'] !== 'string') continue;
    const id = item['call_id'];
    if (typeof item['type'] === 'string' && item['type'].endsWith('_output')) return !called.has(id);
    called.add(id);
  }
  return roleOf(items[0]) !== 'user';
}

const roleOf = (item: Value | undefined): Value => (isRecord(item) ? (item['role'] ?? null) : null);

/** A response object, a request, or a log record with both. */
function exchangeIn(value: Value, place: Path): Recording | undefined {
  if (!isRecord(value)) return undefined;
  const inner = isRecord(value['response']) ? { record: value['response'], place: [...place, 'response'] } : undefined;
  const outer = { record: value, place };
  const asked = isRecord(value['request']) ? { record: value['request'], place: [...place, 'request'] } : outer;
  const answered = inner ?? outer;
  const request = asked.record['input'] === undefined ? undefined : asked.record;
  const before = request && inputOf(request, asked.place);
  if (!isResponse(answered.record)) {
    const isItems = request !== undefined && isListOfItems(request['input'] ?? null);
    return isItems && before !== undefined ? { ...whole, place, batches: [before], request } : undefined;
  }
  const batch = responseBatch(answered.record, answered.place);
  const batches = before === undefined ? [batch] : [before, batch];
  return { ...whole, place, batches, request };
}

const isResponse = ({ object, output = null }: RecordValue): boolean =>
  Array.isArray(output) && (object === 'response' || isListOfItems(output));

/** `input` is one user message, or items. */
function inputOf(body: RecordValue, place: Path): Batch | undefined {
  const { input } = body;
  const where = [...place, 'input'];
  const request = { body, place };
  if (typeof input === 'string') {
    return { items: [{ role: 'user', content: input }], placeOf: () => where, response: undefined, request };
  }
  return Array.isArray(input) ? { ...batchOf(input, where), request } : undefined;
}

function isListOfItems(value: Value): value is readonly Value[] {
  if (!Array.isArray(value)) return false;
  // Array.isArray narrows a union that contains readonly arrays to any[]; every element is a Value.
  const first = (value as readonly Value[]).slice(0, sample);
  return first.every(isItem) && first.some((item) => isRecord(item) && typeof item['type'] === 'string');
}

function isItem(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { type } = value;
  // Noetic has items of the same types, but writes their keys in camel case.
  if ('callId' in value) return false;
  if (typeof type === 'string') return isItemType(type) && (type !== 'message' || typeof value['role'] === 'string');
  return (
    type === undefined &&
    typeof value['role'] === 'string' &&
    value['content'] !== undefined &&
    !('tool_calls' in value)
  );
}

export function isStream(value: Value): value is readonly Value[] {
  if (!Array.isArray(value)) return false;
  const first: Value | undefined = value[0];
  return (
    first !== undefined && isRecord(first) && typeof first['type'] === 'string' && first['type'].startsWith('response.')
  );
}

export function isOfModel(item: Value | undefined): boolean {
  if (item === undefined || !isRecord(item)) return false;
  const { type = 'message', role } = item;
  if (type === 'message') return role === 'assistant';
  return typeof type === 'string' && isItemType(type) && !isCallOutput(type) && type !== 'mcp_approval_response';
}
