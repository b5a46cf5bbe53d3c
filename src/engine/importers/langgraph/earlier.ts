import { idOf } from './message-id.ts';
import type { Moment, Placed } from './moments.ts';

/** Removes the writer: the node that repeats the messages did not write them. */
const withoutWriter = ({ writtenBy: _emitter, ...message }: Placed): Placed => message;

/**
 * An update of a graph may contain the whole conversation of a subgraph whose own messages were already recorded. Messages
 * before these, such as the user's question, happened earlier, though they first appear here. The recording does not give their
 * time.
 */
export function withEarlierFirst(moments: readonly Moment[]): readonly Moment[] {
  const firstSeen = new Map<string, number>();
  const before = new Map<number, Moment[]>();
  moments.forEach((moment, index) => {
    let unseen: Placed[] = [];
    for (const message of moment.messages) {
      const id = idOf(message);
      const seen = id === undefined ? undefined : firstSeen.get(id);
      if (id !== undefined && seen === undefined) unseen.push(message);
      if (seen === undefined || seen === index) continue;
      if (unseen.length > 0) {
        const earlier = { ...moment, messages: unseen.map(withoutWriter), channels: {}, isWhole: false, at: undefined };
        before.set(seen, [...(before.get(seen) ?? []), earlier]);
      }
      unseen = [];
    }
    for (const message of moment.messages) {
      const id = idOf(message);
      if (id !== undefined && !firstSeen.has(id)) firstSeen.set(id, index);
    }
  });
  return before.size === 0 ? moments : moments.flatMap((moment, index) => [...(before.get(index) ?? []), moment]);
}
