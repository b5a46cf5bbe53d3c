import type { Path } from '../../model/path.ts';
import { elementAt, isList, isRecord, type Value } from '../../model/value.ts';
import type { Found } from '../../importing/values/where.ts';
import { find, scalarText, valueBy, valueInText } from './entry-values.ts';
import type { Mapping } from './mapping.ts';
import { groupedBy } from '../../importing/values/elements.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { nanosOf } from '../../importing/values/instants.ts';
import { timeOf } from './times.ts';

/** The paths to the entries of a session. */
export type Layout = Pick<Mapping, 'sessions' | 'turns' | 'also' | 'inside'>;

/** A value and its place in the document. */
export interface PlacedEntry {
  readonly value: Value;
  readonly place: Path;
  /** The value is inside a text, as are all its parts: the place of each is the text's place. */
  readonly isInText?: boolean;
}

/** The sessions of a document: the whole document, or each entry of the list of sessions. */
export function* sessionsIn(document: Value, { sessions }: Pick<Layout, 'sessions'>): Generator<PlacedEntry> {
  const root: PlacedEntry = { value: document, place: [] };
  if (sessions === null) yield root;
  else yield* elementsAt(root, sessions);
}

/** Whether there is a list of turns. */
export function hasTurns({ value }: PlacedEntry, { turns, inside }: Pick<Layout, 'turns' | 'inside'>): boolean {
  const found = valueBy(value, turns);
  if (found === undefined) return false;
  const list = opened(found);
  return isLike(list) || (inside !== null && holds(list, inside));
}

/** The entries of one of a session's lists, each followed by the entries inside it, at any depth. */
export function* entriesOf(session: PlacedEntry, list: Path, inside: Path | null): Generator<PlacedEntry> {
  const top = placedAt(session, list);
  if (top === undefined) return;
  if (inside !== null && holds(top.value, inside)) yield* withInside(top, inside);
  else for (const entry of elementsAt(top, [])) yield* inside === null ? [entry] : withInside(entry, inside);
}

/** Depth first, with an explicit stack: a tree may be a thousand levels deep. */
function* withInside(first: PlacedEntry, inside: Path): Generator<PlacedEntry> {
  const waiting = [first];
  for (let here = waiting.pop(); here !== undefined; here = waiting.pop()) {
    const children = holds(here.value, inside) ? [...elementsAt(here, inside)] : [];
    // A list among the entries is not itself an entry.
    if (inside.length > 0 || children.length === 0) yield here;
    for (const child of children.toReversed()) waiting.push(child);
  }
}

/** Whether an entry contains a list of entries; with the path `[]`, whether the entry is a list. */
export function holds(entry: Value, inside: Path): boolean {
  if (inside.length === 0) return isList(entry);
  const found = isList(entry) ? undefined : valueBy(entry, inside);
  return found !== undefined && isLike(opened(found));
}

/** The elements of a list, the values of a record, or the elements of the list in a text. */
export function* elementsAt(from: PlacedEntry, path: Path): Generator<PlacedEntry> {
  const whole = placedAt(from, path);
  if (whole === undefined) return;
  const { value: list, place, isInText = false } = whole;
  const placed = (value: Value, key: string | number): PlacedEntry =>
    isInText ? { value, place, isInText } : { value, place: [...place, key] };
  if (isList(list)) {
    for (let index = 0; index < list.length; index++) yield placed(elementAt(list, index) ?? null, index);
  } else if (isRecord(list)) {
    for (const [key, value] of Object.entries(list)) yield placed(value, key);
  }
}

/** The value at a path; for a text that holds a value, that value. */
export function placedAt(from: PlacedEntry, path: Path): PlacedEntry | undefined {
  const found = find(from.value, path);
  if (found === undefined) return undefined;
  const value = opened(found.value);
  const isInText = from.isInText === true || value !== found.value || found.isInText;
  return { value, place: placeIn(from, found), isInText };
}

/** The place in the document of a value that was found. */
export const placeIn = ({ place, isInText }: Omit<PlacedEntry, 'value'>, { path }: Pick<Found, 'path'>): Path =>
  isInText === true ? place : [...place, ...path];

/** A list, or a record that serves as one: entries keyed by their ids. */
const isLike = (value: Value): boolean => isList(value) || (isRecord(value) && Object.values(value).every(hasParts));

const hasParts = (value: Value): boolean => isList(value) || isRecord(value);

const opened = (value: Value): Value => (typeof value === 'string' ? (valueInText(value) ?? value) : value);

const maxEntries = 400;

/** The first entries of the lists of turns; those of the first sessions, where there are several. */
export function entriesAt(document: Value, layout: Layout): readonly Value[] {
  const lists = [layout.turns, ...layout.also];
  const entries: Value[] = [];
  for (const session of sessionsIn(document, layout)) {
    for (const list of lists) {
      const most = entries.length + (maxEntries - entries.length) / lists.length;
      for (const { value } of entriesOf(session, list, layout.inside)) {
        if (entries.length >= most) break;
        entries.push(value);
      }
    }
    if (entries.length >= maxEntries) break;
  }
  return entries;
}

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
  const groups = groupedBy([...entriesInOrder(session, mapping)], ({ value }) => scalarText(valueBy(value, field)));
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
