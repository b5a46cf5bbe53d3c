import { idOf } from './message-id.ts';
import type { Moment, Placed } from './moments.ts';

/** The node that tells them again did not write them. */
const withoutWriter = ({ writtenBy: _emitter, ...message }: Placed): Placed => message;

/**
 * An update of a graph may hold the whole conversation of a subgraph that has told its own messages already: what stands
 * before these, such as the user's question, came before them, though it is first seen here. When, the recording does not say.
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
