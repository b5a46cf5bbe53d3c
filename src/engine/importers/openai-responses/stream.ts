import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { countAt, fits, recordAt, textAt } from '../../importing/values/where.ts';
import { responseBatch, type Batch } from './shapes.ts';

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
export function streamIn(
  events: readonly Value[],
  place: Path,
): { readonly batches: Batch[]; readonly cutOff: boolean } {
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
