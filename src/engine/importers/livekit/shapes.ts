import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { fieldOf, inSnakeCase, keyOf } from '../../importing/messages/gemini-content.ts';
import { Item } from './format.ts';

export interface Found {
  readonly kind: 'items' | 'events';
  readonly list: readonly Value[];
  readonly place: Path;
}

/** Under which a report or an event has the context, and a report its events. */
const holders = ['chat_history', 'history', 'chat_ctx', 'chat_context', 'events'] as const;
/** How many items are looked at. */
const sample = 40;

export function contextIn(value: Value): Found | undefined {
  const alone = listIn(value, []);
  if (alone !== undefined || !isRecord(value)) return alone;
  for (const name of holders) {
    const key = keyOf(value, name);
    const found = listIn(value[key] ?? null, [key]);
    if (found !== undefined) return found;
  }
  return undefined;
}

function listIn(value: Value, place: Path): Found | undefined {
  const inside = isRecord(value) ? value['items'] : undefined;
  const list = elementsOf(inside ?? value);
  const first = list.slice(0, sample);
  const where = inside === undefined ? place : [...place, 'items'];
  if (first.some(isOwnEvent)) return { kind: 'events', list, place: where };
  const isOwn = first.length > 0 && first.every((item) => v.is(Item, item)) && first.some(isMark);
  return isOwn ? { kind: 'items', list, place: where } : undefined;
}

/** An item in whichever spelling; the library for Node says `args`. */
export function itemOf(value: Value): Item | undefined {
  const written = isRecord(value) ? inSnakeCase(value) : undefined;
  const item = v.safeParse(
    Item,
    written?.['args'] === undefined ? written : { arguments: written['args'], ...written },
  );
  return item.success ? item.output : undefined;
}

/** An event of a session that brings something of its conversation. */
function isOwnEvent(value: Value): boolean {
  if (!isRecord(value)) return false;
  if (value['type'] === 'conversation_item_added') return v.is(Item, value['item']);
  return value['type'] === 'function_tools_executed' && isList(fieldOf(value, 'function_calls') ?? null);
}

/** Fields that LiveKit's items have and those of the Responses API, which look the same, have not. */
const isMark = (item: Value): boolean =>
  isRecord(item) &&
  (typeof item['interrupted'] === 'boolean' ||
    typeof item['is_error'] === 'boolean' ||
    typeof item['isError'] === 'boolean' ||
    item['type'] === 'agent_handoff');
