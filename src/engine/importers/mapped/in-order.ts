import { createNoting } from '../noting.ts';
import { nanosOf } from '../instants.ts';
import { entriesOf, type Placed } from './entries.ts';
import { find } from './find.ts';
import type { Mapping } from './mapping.ts';
import { timeOf } from './times.ts';

/** The entries of a session; of several lists, in the order of their times. Each list keeps the order it is written in. */
export function entriesInOrder(session: Placed, mapping: Mapping): Iterable<Placed> {
  const { turns, also, inside } = mapping;
  if (also.length === 0) return entriesOf(session, turns, inside);
  const all: { readonly entry: Placed; readonly at: bigint }[] = [];
  for (const list of [turns, ...also]) {
    // An entry without a time comes right after the one before it; a list without any, at the end.
    let at: bigint | undefined;
    const listed = [...entriesOf(session, list, inside)].map((entry) => ({
      entry,
      at: (at = laterOf(at, entry, mapping)),
    }));
    const first = listed.find((one) => one.at !== undefined)?.at;
    for (const one of listed) all.push({ entry: one.entry, at: one.at ?? first ?? endOfTime });
  }
  return all.toSorted((a, b) => (a.at < b.at ? -1 : a.at > b.at ? 1 : 0)).map(({ entry }) => entry);
}

const endOfTime = 1n << 80n;

function laterOf(before: bigint | undefined, { value, place }: Placed, { time }: Mapping): bigint | undefined {
  const written = time === null ? undefined : find(value, time)?.value;
  // The notes are made when the entry is read.
  const instant = timeOf(written, place, createNoting());
  const own = instant === undefined ? undefined : nanosOf(instant);
  return own === undefined || (before !== undefined && own < before) ? before : own;
}
