import { ok } from '../../../base/result.ts';
import { isSame } from '../../model/equal.ts';
import type { Path } from '../../model/path.ts';
import type { Value, RecordValue } from '../../model/value.ts';
import { isRepeatedAnswer, sessionsInLog } from '../../importing/messages/request-log.ts';
import { unreadableEntry, malformed, type Read, type SessionEntry } from '../../importing/importer.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { textAt, countAt, fits, recordAt } from '../../importing/values/where.ts';
import { isOfModel, isStream, recordingIn, whole, type Batch, type Recording, responseBatch } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = recordingAt(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  const sessions = sessionsInLog(elementsOf(value), {
    importer: 'openai-responses',
    unit: 'response',
    exchangeIn: recordingAt,
    goesOn: (before, after) =>
      responseOf(before) !== undefined &&
      responseOf(after) !== undefined &&
      (namesResponse(before, after) || repeats(before, after)),
    repeatsAnswer: (before, after) =>
      namesResponse(before, after) ||
      isRepeatedAnswer(elementsOf(responseOf(before)?.['output'] ?? null), inputOf(after)[inputOf(before).length]),
    entryOf: (row) => entryOf(withoutRepetitions(row)),
    unreadable,
  });
  if (sessions.length > 0) return ok({ sessions });
  return malformed('This looks like the Responses API, but it holds neither “output” nor a list of items.');
};

const recordingAt = (value: Value, place: Path): Recording | undefined =>
  isStream(value) ? { ...whole, place, ...streamIn(value, place) } : recordingIn(value, place);

const entryOf = (recording: Recording): SessionEntry => ({
  title: titleOf(recording),
  system: 'task',
  open: () => ok(toSession(recording)),
});

function unreadable(index: number): SessionEntry {
  const message = `Entry ${index} of this file is not a response of the Responses API.`;
  return unreadableEntry('task', message);
}

const responseOf = ({ batches }: Recording) => batches.at(-1)?.response?.body;

/** The request's input, where it was recorded. */
const inputOf = ({ batches: [first] }: Recording): readonly Value[] =>
  first === undefined || first.response !== undefined ? [] : first.items;

/** Whether a request names the response that it continues. */
function namesResponse(before: Recording, after: Recording): boolean {
  const id = textAt(responseOf(before), 'id');
  return id !== undefined && id === textAt(responseOf(after), 'previous_response_id');
}

function repeats(before: Recording, after: Recording): boolean {
  const [old, next] = [inputOf(before), inputOf(after)];
  const [last] = old.slice(-1);
  // Histories are long: comparing the last repeated items is enough to distinguish them.
  return (
    last !== undefined &&
    isSame(next[0] ?? null, old[0] ?? null) &&
    isSame(next[old.length - 1] ?? null, last) &&
    isOfModel(next[old.length])
  );
}

function withoutRepetitions(row: readonly Recording[]): Recording {
  const batches = row.flatMap((recording, index) => {
    const before = row[index - 1];
    const [asked, ...others] = recording.batches;
    if (before === undefined || asked === undefined || asked.response !== undefined) return recording.batches;
    return [newIn(asked, before, recording), ...others];
  });
  return { ...whole, place: [], ...row[0], batches };
}

/** The items that the request adds: neither input of the previous request nor output of its response. */
function newIn(asked: Batch, before: Recording, after: Recording): Batch {
  if (!repeats(before, after)) return asked;
  let from = inputOf(before).length;
  while (isOfModel(asked.items[from])) from++;
  return { ...asked, items: asked.items.slice(from), placeOf: (index) => asked.placeOf(from + index) };
}

interface PlacedItem {
  readonly item: Value;
  readonly place: Path;
}

/** An item that has begun, and its content so far. */
interface Begun {
  readonly item: RecordValue;
  readonly place: Path;
  readonly pieces: string[];
}

const ends = new Set(['response.completed', 'response.failed', 'response.incomplete']);

/**
 * Each response of a stream: complete from its last event, or item by item where the last event is missing.
 * https://platform.openai.com/docs/api-reference/responses-streaming
 */
function streamIn(events: readonly Value[], place: Path): { readonly batches: Batch[]; readonly cutOff: boolean } {
  const batches: Batch[] = [];
  let items: PlacedItem[] = [];
  const begun = new Map<number, Begun>();
  /** The response as it was at its beginning. It provides model and time where the end of the response is missing. */
  let response: Batch['response'];
  const flush = () => {
    const done = [...items, ...[...begun.values()].flatMap(soFar)];
    items = [];
    begun.clear();
    if (done.length === 0) return;
    batches.push({ items: done.map(({ item }) => item), placeOf: (n) => done[n]?.place ?? place, response });
  };
  let cutOff = false;
  events.forEach((event, index) => {
    const type = textAt(event, 'type') ?? '';
    const at = countAt(event, 'output_index') ?? -1;
    const [item, delta, body] = [recordAt(event, 'item'), textAt(event, 'delta'), recordAt(event, 'response')];
    const whole = body !== undefined && fits(body, { output: 'list' }) ? body : undefined;
    const where = [...place, index];
    if (type === 'response.created') {
      flush();
      cutOff = true;
      response = whole && { body: whole, place: [...where, 'response'] };
    }
    if (type === 'response.output_item.added' && item !== undefined)
      begun.set(at, { item, place: [...where, 'item'], pieces: [] });
    if (delta !== undefined && deltas.has(type)) begun.get(at)?.pieces.push(delta);
    if (type === 'response.output_item.done' && item !== undefined) {
      begun.delete(at);
      items.push({ item, place: [...where, 'item'] });
    }
    if (whole === undefined || !ends.has(type)) return;
    cutOff = false;
    items = [];
    begun.clear();
    batches.push(responseBatch(whole, [...where, 'response']));
  });
  flush();
  return { batches, cutOff };
}

/** Events with the text of an item or the arguments of a call. */
const deltas = new Set([
  'response.output_text.delta',
  'response.function_call_arguments.delta',
  'response.custom_tool_call_input.delta',
]);

/** The received part of an item that never ended; no item where it has no content yet. */
function soFar({ item, place, pieces }: Begun): readonly PlacedItem[] {
  const text = pieces.join('');
  if (text === '') return [];
  switch (item['type']) {
    case 'message':
      return [{ item: { ...item, content: [{ type: 'output_text', text }] }, place }];
    case 'function_call':
      return [{ item: { ...item, arguments: text }, place }];
    case 'custom_tool_call':
      return [{ item: { ...item, input: text }, place }];
    default:
      return [];
  }
}
