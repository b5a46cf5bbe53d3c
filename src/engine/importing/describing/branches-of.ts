import { counted, type ImportReport } from '../import-report.ts';
import type { FoundConversation, Tree } from './chat-reading.ts';
import { findAt, textAt } from '../values/where.ts';
import type { Placed } from '../values/elements.ts';

interface Entry extends TreeEntry, Placed {}

/** Each path through a conversation whose messages have parents; the path that was shown last comes first. */
export function branchesOf(found: FoundConversation, tree: Tree | undefined): readonly FoundConversation[] {
  if (tree === undefined) return [found];
  const own = found.messages.map((entry) => entryOf(entry, tree));
  const entries = own.map((entry, index) =>
    entry.parent !== undefined && entry.parent === tree.previous ? { ...entry, parent: own[index - 1]?.id } : entry,
  );
  const { ways, others } = isTree(own)
    ? waysThrough(entries, textAt(found.holder.value, tree.current))
    : { ways: [own], others: 0 };
  return ways.map((way, index) => ({
    ...found,
    messages: tree.message === undefined ? way : way.flatMap((entry) => messageIn(entry, tree)),
    suffix: branchSuffix(index, ways.length),
    others,
  }));
}

function entryOf({ value, place }: Placed, { id, parent }: Tree): Entry {
  const own = id === undefined ? String(place.at(-1) ?? '') : (textAt(value, id) ?? '');
  return { id: own, parent: textAt(value, parent), value, place };
}

/** Entries without parents, or without unique ids, are read in the order of the file. */
function isTree(entries: readonly Entry[]): boolean {
  const ids = new Set(entries.map(({ id }) => id));
  return ids.size === entries.length && entries.some(({ parent }) => parent !== undefined && ids.has(parent));
}

/** The first entry of a tree may have no message. */
function messageIn({ value, place }: Entry, { message }: Tree): readonly Placed[] {
  const found = findAt(value, message);
  return found === undefined ? [] : [{ value: found.value, place: [...place, ...found.path] }];
}

export function noteOtherBranches(
  importer: string,
  others: number,
  { holder, messages }: FoundConversation,
  report: ImportReport,
): void {
  const key = messages[0]?.place.at(holder.place.length);
  report.note(
    'lost',
    `${importer}/branches`,
    key === undefined ? holder.place : [...holder.place, key],
    () => `${counted(others, 'further branch', 'further branches')} of this conversation not listed.`,
  );
}

/** An entry of a conversation in which each entry has the previous one as its parent. */
export interface TreeEntry {
  readonly id: string;
  /** Undefined: no parent. */
  readonly parent: string | undefined;
}

/** At most this many branches are listed. */
const most = 200;

/**
 * Each path from a beginning to an end, oldest entry first: an edited message or a regenerated answer begins a
 * new one. The path to `current` comes first, then those that ended later. `others` counts the paths beyond the limit.
 */
function waysThrough<Entry extends TreeEntry>(
  entries: readonly Entry[],
  current: string | undefined,
): { readonly ways: readonly (readonly Entry[])[]; readonly others: number } {
  const byId = new Map(entries.map((entry) => [entry.id, entry]));
  const inner = new Set(entries.map(({ parent }) => parent));
  const leaves = entries.filter(({ id }) => !inner.has(id)).toReversed();
  const chosen = current === undefined ? undefined : byId.get(current);
  const ends = chosen === undefined ? leaves : [chosen, ...leaves.filter((leaf) => leaf !== chosen)];
  // Entries with circular parents have no end: they stay in the order of the file.
  if (ends.length === 0) return { ways: entries.length === 0 ? [] : [entries], others: 0 };
  return { ways: ends.slice(0, most).map((end) => wayTo(end, byId)), others: Math.max(0, ends.length - most) };
}

function wayTo<Entry extends TreeEntry>(end: Entry, byId: ReadonlyMap<string, Entry>): readonly Entry[] {
  const way: Entry[] = [];
  const seen = new Set<Entry>();
  for (let entry: Entry | undefined = end; entry !== undefined && !seen.has(entry);) {
    seen.add(entry);
    way.push(entry);
    entry = entry.parent === undefined ? undefined : byId.get(entry.parent);
  }
  return way.toReversed();
}

/** Appended to the title if there are several. */
export const branchSuffix = (index: number, ways: number): string =>
  ways === 1 ? '' : ` (branch ${ways - index} of ${ways})`;
