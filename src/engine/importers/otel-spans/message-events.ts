import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { opened } from '../../importing/values/written-value.ts';
import { readAttributes } from './attributes.ts';
import type { Source } from './source.ts';
import { Event } from './format.ts';

/** An event that tells of a message. */
export interface MessageEvent {
  readonly name: string;
  readonly place: Path;
  get(key: string): Value | undefined;
}

/**
 * The events of a span, whichever way they are kept:
 *
 * | event | by |
 * | --- | --- |
 * | `{name, attributes}` | OpenTelemetry |
 * | the same, with all under `gen_ai.event.content` as JSON | Azure AI |
 * | in the attribute `events`, a list of `{"event.name", …}` | Pydantic AI |
 * | `{value: "{name: {…}}"}` | Zipkin's annotations |
 */
export function messageEvents({
  attributes,
  events = [],
  place,
  eventsAt = 'events',
}: Source): readonly MessageEvent[] {
  const found = events.flatMap((value, index): readonly MessageEvent[] => {
    const event = v.safeParse(Event, annotated(value));
    if (!event.success) return [];
    const where = [...place, eventsAt, index];
    const own = readAttributes(event.output.attributes, where);
    const body = recordOf(own.get('gen_ai.event.content') ?? null);
    return [{ name: event.output.name, place: where, get: (key) => body?.[key] ?? own.get(key) }];
  });
  const listed = opened(attributes.get('events') ?? null);
  if (found.length > 0 || !Array.isArray(listed)) return found;
  const where = attributes.placeOf('events') ?? place;
  return (listed as readonly Value[]).flatMap((one) => {
    // narrowed to any[]
    const name = isRecord(one) ? one['event.name'] : undefined;
    return isRecord(one) && typeof name === 'string' ? [{ name, place: where, get: (key) => one[key] }] : [];
  });
}

function annotated(value: Value): Value {
  const written = isRecord(value) && value['name'] === undefined ? recordOf(value['value'] ?? null) : undefined;
  const [name, attributes] = Object.entries(written ?? {})[0] ?? [];
  return name === undefined ? value : { name, attributes: attributes ?? null };
}

function recordOf(value: Value) {
  const record = opened(value);
  return isRecord(record) ? record : undefined;
}
