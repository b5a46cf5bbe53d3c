import * as v from 'valibot';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Path } from '../../model/path.ts';
import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { Event } from './format.ts';

export interface PlacedEvent {
  readonly event: Event;
  readonly place: Path;
}

export interface Log {
  readonly spec: { readonly value: RecordValue; readonly place: Path } | undefined;
  readonly finalReport: Value | undefined;
  readonly events: readonly PlacedEvent[];
}

/** The specification and a few events are enough to recognise a log. */
const sample = 5;

export const isLog = (value: Value): boolean =>
  elementsOf(value)
    .slice(0, sample)
    .some((line) => isRecord(line) && 'event_id' in line && 'data' in line && v.is(Event, line));

export function logIn(value: Value): Log {
  let spec: Log['spec'];
  let finalReport: Value | undefined;
  const events: PlacedEvent[] = [];
  elementsOf(value).forEach((line, index) => {
    if (!isRecord(line)) return;
    const place: Path = [index];
    const event = v.safeParse(Event, line);
    if (event.success) events.push({ event: event.output, place });
    else if (isRecord(line['spec'] ?? null)) spec = { value: line['spec'] as RecordValue, place: [index, 'spec'] };
    else finalReport ??= line['final_report'];
  });
  return { spec, finalReport, events };
}
