import type { Path } from '../../model/path.ts';
import { isList, isRecord, type ListValue, type Value } from '../../model/value.ts';

export interface PlacedEvent {
  readonly value: Value;
  readonly place: Path;
}

export const placedIn = (list: ListValue | readonly Value[], place: Path): readonly PlacedEvent[] =>
  [...list].map((value, index) => ({ value, place: [...place, index] }));

/** Histories of the first benchmarks contain each action in a pair with its observation. */
export const withoutPairs = (events: readonly PlacedEvent[]): readonly PlacedEvent[] =>
  events.flatMap((event) => (isList(event.value) ? placedIn(event.value, event.place) : [event]));

/** Old events are numbered as they happen, and servers list them in either order; returns the same list if it is in order. */
export function byNumber(events: readonly PlacedEvent[]): readonly PlacedEvent[] {
  const numbers = events.map(({ value }) => (isRecord(value) && typeof value['id'] === 'number' ? value['id'] : NaN));
  if (numbers.some(Number.isNaN) || numbers.every((id, index) => index === 0 || id >= (numbers[index - 1] ?? id)))
    return events;
  const order = numbers.map((id, index) => ({ id, index })).toSorted((a, b) => a.id - b.id || a.index - b.index);
  return order.flatMap(({ index }) => events[index] ?? []);
}

/** Events of the SDK have times; a list whose last is the oldest is read from its end. */
export function oldestFirst(events: readonly PlacedEvent[]): readonly PlacedEvent[] {
  const times = events.map(({ value }) => (isRecord(value) ? value['timestamp'] : undefined));
  const [first, last] = [times[0], times.at(-1)];
  return typeof first === 'string' && typeof last === 'string' && first > last ? events.toReversed() : events;
}
