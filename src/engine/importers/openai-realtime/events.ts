import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import type { RecordValue, Value } from '../../model/value.ts';
import { loggedEvent } from '../../importing/values/logged-event.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { Content, Event, heard, Item, itemEvents, Response } from './format.ts';

export interface PlacedEvent {
  readonly event: Event;
  /** What was written down of it, where its time stands. */
  readonly line: RecordValue;
  readonly place: Path;
}

export interface Transcript {
  readonly text: string;
  readonly place: Path;
}

/** What later events say of things that earlier ones brought. */
export interface Known {
  readonly events: readonly PlacedEvent[];
  /** What the caller said, by the item, and where that was written down. */
  readonly transcripts: ReadonlyMap<string, Transcript>;
  /** Items that the caller cut off. */
  readonly truncated: ReadonlySet<string>;
  /** Items that a response brought, and responses that are told as a whole. */
  readonly answered: ReadonlySet<string>;
  readonly done: ReadonlySet<string>;
  /** Items that an event of their own brings or announces, with their names. */
  readonly items: ReadonlyMap<string, RecordValue>;
  /** The server repeats what the client adds. */
  readonly hasServerItems: boolean;
}

export function knownOf(value: Value): Known {
  const transcripts = new Map<string, Transcript>();
  const truncated = new Set<string>();
  const answered = new Set<string>();
  const done = new Set<string>();
  const items = new Map<string, RecordValue>();
  const events = elementsOf(value).flatMap((one, index) => {
    const { event: written = null, inside = [], line = {} } = loggedEvent(one) ?? {};
    const event = v.safeParse(Event, written);
    return event.success ? [{ event: event.output, line, place: [index, ...inside] }] : [];
  });
  for (const { event, place } of events) {
    const { type, item_id: id, transcript, response, item } = event;
    if (item !== undefined && typeof item['id'] === 'string') items.set(item['id'], item);
    if (type === heard && id !== undefined) transcripts.set(id, { text: (transcript ?? '').trim(), place });
    if (type === 'conversation.item.truncated' && id !== undefined) truncated.add(id);
    if (type === 'response.output_item.done') addId(item ?? null, answered);
    const whole = type === 'response.done' ? v.safeParse(Response, response) : undefined;
    if (whole?.success !== true) continue;
    if (whole.output.id !== undefined) done.add(whole.output.id);
    for (const output of whole.output.output ?? []) addId(output, answered);
  }
  const hasServerItems = events.some(({ event }) => itemEvents.has(event.type));
  return { events, transcripts, truncated, answered, done, items, hasServerItems };
}

function addId(value: Value, ids: Set<string>): void {
  const item = v.safeParse(Item, value);
  if (item.success && item.output.id !== undefined) ids.add(item.output.id);
}

/** Words written or spoken; undefined where only sound was there, and nobody wrote it down. */
export function wordsOf({ content = [], id }: Item, known: Known): string | undefined {
  const words = content.flatMap((value) => {
    const part = v.safeParse(Content, value);
    return part.success ? (part.output.text ?? part.output.transcript ?? []) : [];
  });
  const heard = id === undefined ? undefined : known.transcripts.get(id)?.text;
  const text = words.join('\n').trim();
  return text === '' ? heard : text;
}
