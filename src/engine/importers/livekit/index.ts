import { isList, isRecord, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { fieldAt, placeAt, placedAt, hasListAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** Paths of a chat context or of session events: the document itself, or a field of a report or an event. */
const holders = ['', 'chat_history', 'history', 'chat_ctx', 'chat_context', 'events'];
/** The format is recognised from at most this many items. */
const sample = 40;

const itemTypes = new Set(['message', 'function_call', 'function_call_output', 'agent_handoff', 'agent_config_update']);

const isItem = (item: Value | undefined): boolean => itemTypes.has(textAt(item, 'type') ?? '');

/** Fields that only LiveKit has. Apart from them, items of the Responses API look the same. */
const isMark = (item: Value): boolean =>
  isRecord(item) &&
  (['interrupted', 'is_error', 'isError'].some((name) => typeof item[name] === 'boolean') ||
    item['type'] === 'agent_handoff');

/** A session event that contains items of the conversation. */
const isEvent = (event: Value): boolean =>
  (textAt(event, 'type') === 'conversation_item_added' && isItem(fieldAt(event, 'item'))) ||
  (textAt(event, 'type') === 'function_tools_executed' && hasListAt(event, 'function_calls'));

/** A chat context as a list of items, or the events of a session. `events`: those of a report with a chat context. */
interface Found extends Placed {
  readonly kind: 'items' | 'events';
  readonly events?: Placed;
}

function find(value: Value): readonly Found[] {
  for (const holder of holders) {
    const context = fieldAt(value, holder);
    const items =
      context !== undefined && isRecord(context) && 'items' in context ? fieldAt(context, 'items') : context;
    if (items === undefined || !isList(items)) continue;
    const first = elementsOf(items).slice(0, sample);
    const place = placeAt(value, [], holder);
    const found = { value: items, place: items === context ? place : [...place, 'items'] };
    if (first.some(isEvent)) return [{ ...found, kind: 'events' }];
    if (first.length > 0 && first.every(isItem) && first.some(isMark))
      return [{ ...found, kind: 'items', events: placedAt({ value, place: [] }, 'events') }];
  }
  return [];
}

export const livekit = voiceImporter({
  id: 'livekit',
  title: 'LiveKit chat context',
  find,
  load: async () => (await import('./read.ts')).open,
});
