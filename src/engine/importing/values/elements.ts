import { type Value, isList, valueAt } from '../../model/value.ts';
import type { Path } from '../../model/path.ts';

/** The elements of a list that was read; empty if it is not a list. */
// Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
export const elementsOf = (value: Value): readonly Value[] => (Array.isArray(value) ? (value as readonly Value[]) : []);

/** The first `most` elements of a list, which may be very long; empty if there is no list. */
export function firstValues(value: Value, most: number): readonly Value[] {
  const first: Value[] = [];
  if (!isList(value)) return first;
  for (const element of value) {
    if (first.push(element) >= most) break;
  }
  return first;
}

/** A value and its place in the document. */
export interface Placed {
  readonly value: Value;
  readonly place: Path;
}

/** Entries with those joined to them: `belongs` says whether the next one belongs to the last entry. */
export function joinedEntries(
  entries: readonly Placed[],
  belongs: (last: Value, next: Placed) => boolean,
): readonly (Placed & { readonly more: readonly Placed[] })[] {
  const joined: (Placed & { readonly more: Placed[] })[] = [];
  for (const entry of entries) {
    const last = joined.at(-1);
    if (last !== undefined && belongs(last.value, entry)) last.more.push(entry);
    else joined.push({ ...entry, more: [] });
  }
  return joined;
}

/** For files with one or several values: the value itself, or each element of a list. */
export const oneOrMany = (value: Value): readonly Placed[] =>
  Array.isArray(value)
    ? (value as readonly Value[]).map((element, index) => ({ value: element, place: [index] })) // narrowed to any[]
    : [{ value, place: [] }];

/** The records of an export: those of a list, of the first list under one of these paths, or the one that the document is. */
export function rowsIn(value: Value, ...paths: readonly Path[]): readonly Placed[] {
  for (const path of isList(value) ? [] : paths) {
    const held = valueAt(value, path);
    if (held === undefined || !isList(held)) continue;
    return [...held].map((row, index) => ({ value: row, place: [...path, index] }));
  }
  return oneOrMany(value);
}

/** Entries by their key, the groups in the order of their first entries. */
export function groupedBy<Entry, Key>(
  entries: readonly Entry[],
  keyOf: (entry: Entry) => Key,
): ReadonlyMap<Key, readonly Entry[]> {
  const groups = new Map<Key, Entry[]>();
  for (const entry of entries) {
    const key = keyOf(entry);
    const known = groups.get(key);
    if (known === undefined) groups.set(key, [entry]);
    else known.push(entry);
  }
  return groups;
}
