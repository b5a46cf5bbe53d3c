import { counted, type ImportReport } from '../import-report.ts';
import { branchSuffix, waysThrough, type TreeEntry } from '../transcript/ways.ts';
import type { Placed } from '../values/one-or-many.ts';
import type { FoundConversation, Tree } from './chat-reading.ts';
import { findAt, textAt } from './where.ts';

interface Entry extends TreeEntry, Placed {}

/** Each path through a conversation whose messages have parents; the path that was shown last comes first. */
export function branchesOf(found: FoundConversation, tree: Tree | undefined): readonly FoundConversation[] {
  if (tree === undefined) return [found];
  const entries = found.messages.map((entry) => entryOf(entry, tree));
  const { ways, others } = isTree(entries)
    ? waysThrough(entries, textAt(found.holder.value, tree.current))
    : { ways: [entries], others: 0 };
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
