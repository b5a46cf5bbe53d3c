import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';
import { opened } from '../values/written-value.ts';
import { readAttributes } from './attributes.ts';
import type { LogEvent } from './log-event.ts';
import type { Source } from './source.ts';
import { anyValue, maybe, record } from '../values/schema.ts';

/** An event of a span. */
export const Event = record({ name: v.string(), attributes: maybe(anyValue) });

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
 * | log records that bear the span's id | OpenTelemetry's logs |
 */
export function messageEvents({
  attributes,
  events = [],
  place,
  eventsAt = 'events',
  logged = [],
}: Source): readonly MessageEvent[] {
  const found = events.flatMap((value, index): readonly MessageEvent[] => {
    const event = v.safeParse(Event, annotated(value));
    if (!event.success) return [];
    const where = [...place, eventsAt, index];
    const own = readAttributes(event.output.attributes, where);
    const body = recordOf(own.get('gen_ai.event.content') ?? null);
    return [{ name: event.output.name, place: where, get: (key) => body?.[key] ?? own.get(key) }];
  });
  const told = [...found, ...logged.flatMap(messageEventOf)];
  const listed = opened(attributes.get('events') ?? null);
  if (told.length > 0 || !Array.isArray(listed)) return told;
  const where = attributes.placeOf('events') ?? place;
  return (listed as readonly Value[]).flatMap((one) => {
    // narrowed to any[]
    const name = isRecord(one) ? one['event.name'] : undefined;
    return isRecord(one) && typeof name === 'string' ? [{ name, place: where, get: (key) => one[key] }] : [];
  });
}

function messageEventOf({ name, body, attributes, place }: LogEvent): readonly MessageEvent[] {
  const held = recordOf(body ?? null);
  const get = (key: string) => held?.[key] ?? attributes.get(key);
  return name === undefined ? [] : [{ name, place, get }];
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
