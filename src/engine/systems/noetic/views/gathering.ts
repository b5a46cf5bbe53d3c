import type { Turn } from '../../../model/history.ts';
import type { NoeticEvent } from '../event.ts';
import type { NoeticMoment } from './noetic-moment.ts';

/** Takes in one event; `turn` is the one that it begins. */
type Gather<T> = (into: T, event: NoeticEvent, index: number, turn: Turn | undefined) => void;

interface Progress<T> {
  readonly gathered: T;
  events: number;
  turns: number;
}

/**
 * What one pass over the events of a session gathers: made when it is first asked for, and taken up where it stopped
 * when the list has grown since. It may reach beyond the moment that asks, whose business it is to look no further.
 */
export function gathering<T>(start: () => T, gather: Gather<T>): (at: NoeticMoment) => T {
  const known = new WeakMap<object, Progress<T>>();
  return ({ session: { events }, history: { turns } }) => {
    const progress = known.get(events) ?? { gathered: start(), events: 0, turns: 0 };
    known.set(events, progress);
    for (let index = progress.events; index < events.length; index++) {
      const event = events[index];
      const turn = turns[progress.turns]?.event === index ? turns[progress.turns] : undefined;
      if (turn !== undefined) progress.turns += 1;
      if (event !== undefined) gather(progress.gathered, event, index, turn);
    }
    progress.events = events.length;
    return progress.gathered;
  };
}

/** How many of ascending numbers are smaller than one: where a prefix of them ends. */
export function countBelow(ascending: readonly number[], limit: number): number {
  let [low, high] = [0, ascending.length];
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((ascending[middle] ?? Infinity) < limit) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The list under a key, made when there is none. */
export function listUnder<K, V>(lists: Map<K, V[]>, key: K): V[] {
  const known = lists.get(key) ?? [];
  lists.set(key, known);
  return known;
}
