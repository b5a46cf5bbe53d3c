import { createImportReport } from '../../importing/import-report.ts';
import { nanosOf } from '../../importing/values/instants.ts';
import { entriesOf, type PlacedEntry } from './entries.ts';
import { find, valueBy } from './value-in-text.ts';
import type { Mapping } from './mapping.ts';
import { scalarText } from './scalar-text.ts';
import { timeOf } from './times.ts';

/** A session of a document. Its entries are listed in order where they had to be separated from those of other sessions. */
export interface Recorded extends PlacedEntry {
  readonly own?: readonly PlacedEntry[];
}

/**
 * The sessions in one list of turns: one for each value of the field that identifies the session, in the order in which they begin.
 */
export function recordedIn(session: PlacedEntry, mapping: Mapping): readonly Recorded[] {
  const field = mapping.session;
  if (field === null) return [session];
  const groups = new Map<string | undefined, PlacedEntry[]>();
  for (const entry of entriesInOrder(session, mapping)) {
    const key = scalarText(valueBy(entry.value, field));
    const group = groups.get(key);
    if (group === undefined) groups.set(key, [entry]);
    else group.push(entry);
  }
  return [...groups.values()].map((own) => ({ ...session, own }));
}

/** The entries of a session; those of several lists are in the order of their times. Each list keeps its own order. */
export function entriesInOrder(session: Recorded, mapping: Mapping): Iterable<PlacedEntry> {
  if (session.own !== undefined) return session.own;
  const { turns, also, inside } = mapping;
  if (also.length === 0) return entriesOf(session, turns, inside);
  const all: { readonly entry: PlacedEntry; readonly at: bigint }[] = [];
  for (const list of [turns, ...also]) {
    // An entry without a time directly follows the previous entry of its list; a list without any times is appended at the end.
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

function laterOf(before: bigint | undefined, { value, place }: PlacedEntry, { time }: Mapping): bigint | undefined {
  const written = time === null ? undefined : find(value, time)?.value;
  // The notes are added later, when the entry is read.
  const instant = timeOf(written, place, createImportReport());
  const own = instant === undefined ? undefined : nanosOf(instant);
  return own === undefined || (before !== undefined && own < before) ? before : own;
}
