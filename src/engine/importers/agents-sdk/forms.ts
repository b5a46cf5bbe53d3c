import { isList, isRecord, type Value, valueAt } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';

/**
 * Forms in which a program can save a run; the SDK for Python has only the first.
 *
 * | form | from |
 * | --- | --- |
 * | `state` | `result.state.toString()`, in Python `RunState.to_json()` |
 * | `result` | `JSON.stringify(result)`, which contains the state |
 * | `items` | `result.history`, `result.output` |
 * | `run-items` | `result.newItems`, `result.interruptions` |
 * | `answers`, `answer` | `result.rawResponses` |
 * | `events` | the stream of a run |
 */
export type Form = 'state' | 'result' | 'items' | 'run-items' | 'answers' | 'answer' | 'events';

export function formOf(value: Value): Form | undefined {
  if (isList(value)) return formOfList(elementsOf(value));
  if (!isRecord(value)) return undefined;
  if (isState(value)) return 'state';
  if (isState(value['state'] ?? null)) return 'result';
  return isAnswer(value) ? 'answer' : undefined;
}

const sample = 40;

function formOfList(list: readonly Value[]): Form | undefined {
  const first = list.slice(0, sample);
  if (first.length === 0) return undefined;
  if (first.every(isRunItem)) return 'run-items';
  if (first.every(isAnswer)) return 'answers';
  if (first.every(isEvent) && first.some(isOwnEvent)) return 'events';
  return areItems(list) ? 'items' : undefined;
}

const isState = (value: Value): boolean =>
  fits(value, { $schemaVersion: 'text', originalInput: 'there', generatedItems: 'list' }) ||
  fits(value, { $schemaVersion: 'text', original_input: 'there', generated_items: 'list' });

function isRunItem(value: Value): boolean {
  const type = isRecord(value) ? value['type'] : undefined;
  return isRecord(value) && typeof type === 'string' && type.endsWith('_item') && isRecord(value['rawItem'] ?? null);
}

/** A model response: no provider spells usage this way, and the items are those of this SDK. */
function isAnswer(value: Value): boolean {
  if (!isRecord(value)) return false;
  const output = elementsOf(value['output'] ?? null);
  const tokens = valueAt(value, ['usage', 'inputTokens']);
  return typeof tokens === 'number' && output.length > 0 && (areItems(output) || 'responseId' in value);
}

const eventTypes: ReadonlySet<Value> = new Set([
  'raw_model_stream_event',
  'run_item_stream_event',
  'agent_updated_stream_event',
]);

const isEvent = (value: Value): boolean => isRecord(value) && eventTypes.has(value['type'] ?? null);

/** The SDK for Python also has the other two event types. */
const isOwnEvent = (value: Value): boolean =>
  valueAt(value, ['type']) === 'raw_model_stream_event' || valueAt(value, ['item', 'rawItem']) !== undefined;

/** Whether some item has a mark of this SDK. Without one, the list may be of Noetic or of the Responses API. */
const areItems = (items: readonly Value[]): boolean =>
  items.length > 0 && items.slice(0, sample).every(isItem) && items.slice(0, sample).some(hasMark);

const isItem = (item: Value): boolean =>
  isRecord(item) && (typeof item['type'] === 'string' || typeof item['role'] === 'string') && !('rawItem' in item);

function hasMark(item: Value): boolean {
  if (!isRecord(item)) return false;
  const { type, callId, providerData } = item;
  if (type === 'hosted_tool_call') return typeof item['name'] === 'string';
  if (type === 'function_call_result' || type === 'computer_call_result') return typeof callId === 'string';
  return isRecord(providerData ?? null) && (typeof callId === 'string' || type === 'message' || type === 'reasoning');
}
