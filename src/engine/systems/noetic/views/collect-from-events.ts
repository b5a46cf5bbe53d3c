import { countLeading } from '../../../../base/scan.ts';
import type { Turn } from '../../../model/history.ts';
import type { NoeticEvent } from '../event.ts';
import type { NoeticMoment } from './noetic-moment.ts';

/** Processes one event; `turn` is the turn that begins with it. */
type Collect<T> = (into: T, event: NoeticEvent, index: number, turn: Turn | undefined) => void;

interface Progress<T> {
  readonly collected: T;
  events: number;
  turns: number;
}

/**
 * Collects data in one pass over the events of a session. The pass starts at the first request and continues when the
 * list has grown. The result may include events after the requested moment; the caller must ignore these.
 */
export function collectFromEvents<T>(start: () => T, collect: Collect<T>): (at: NoeticMoment) => T {
  const known = new WeakMap<object, Progress<T>>();
  return ({ session: { events }, history: { turns } }) => {
    const progress = known.get(events) ?? { collected: start(), events: 0, turns: 0 };
    known.set(events, progress);
    for (let index = progress.events; index < events.length; index++) {
      const event = events[index];
      const turn = turns[progress.turns]?.event === index ? turns[progress.turns] : undefined;
      if (turn !== undefined) progress.turns += 1;
      if (event !== undefined) collect(progress.collected, event, index, turn);
    }
    progress.events = events.length;
    return progress.collected;
  };
}

/** How many of the ascending numbers are below the limit. */
export const countBelow = (ascending: readonly number[], limit: number): number =>
  countLeading(ascending.length, (at) => (ascending[at] ?? Infinity) < limit);

/** The list under a key; created if missing. */
export function listUnder<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
