import type { Path } from '../../model/path.ts';
import { elementAt, entry, isList, isRecord, type ListValue, type RecordValue, type Value } from '../../model/value.ts';
import { valueInText } from './entry-values.ts';

/** A list in a document that may be the list of turns. A record counts as a list when the values under its keys are alike. */
export interface ListPlace {
  /** The place of the sessions, if the list is one of many: each entry of `sessions` has its own list. */
  readonly sessions: Path | null;
  readonly turns: Path;
  /** For the root of a tree: the field of the root and of each entry in it that contains the inner entries. */
  readonly inside: Path | null;
  /** The number of entries; those of the first session, where there are several. */
  readonly length: number;
  /** The number of sessions. */
  readonly many: number;
}

const maxLists = 60;
const maxSteps = 20_000;
const maxDepth = 8;
const maxKeys = 200;
const maxTexts = 40;
/** The maximum length in characters of a text that is parsed. */
const maxTextLength = 1_000_000;

interface Waiting {
  readonly value: Value;
  readonly sessions: Path | null;
  readonly path: Path;
  readonly many: number;
}

/** The lists of a document that have entries, nearest to the root first, and the lists inside the entries of a list. */
export function listsIn(document: Value): readonly ListPlace[] {
  const found: ListPlace[] = [];
  let texts = 0;
  // A queue with an index: nearest first, and no recursion however deep the value is.
  const waiting: Waiting[] = [{ value: document, sessions: null, path: [], many: 1 }];
  for (let at = 0; at < waiting.length && at < maxSteps && found.length < maxLists; at++) {
    const here = waiting[at];
    if (here === undefined) break;
    const { value, sessions, path, many } = here;
    if (path.length > maxDepth) continue;
    const list = listOf(value);
    if (list !== undefined) {
      const { length } = list;
      if (length > 0) found.push({ sessions, turns: path, inside: null, length, many });
      // Only one level of sessions: lists in the entries of a list that is already in a session are parts of turns.
      const inside = sessions === null ? firstWithParts(list) : undefined;
      if (inside !== undefined) waiting.push({ value: inside, sessions: path, path: [], many: length });
    } else if (isRecord(value)) {
      const branch = branchOf(value);
      if (branch !== undefined) found.push({ sessions, turns: path, inside: [branch], length: 1, many });
      for (const [key, child] of Object.entries(value).slice(0, maxKeys)) {
        const opened =
          typeof child === 'string' && child.length <= maxTextLength && texts < maxTexts
            ? valueInText(child)
            : undefined;
        if (opened !== undefined) texts += 1;
        const inside = opened ?? child;
        if (isList(inside) || isRecord(inside)) waiting.push({ value: inside, sessions, path: [...path, key], many });
      }
    }
  }
  return found;
}

/** Entries keyed by their ids: records with keys in common, under keys without a meaning of their own. */
function listOf(value: Value): ListValue | undefined {
  if (isList(value)) return value;
  if (!isRecord(value)) return undefined;
  const entries = Object.values(value);
  if (entries.length < 2) return undefined;
  const [one, ...others] = entries.slice(0, maxChecked);
  return isRecord(one) && others.every((other) => areAlike(one, other)) ? entries : undefined;
}

/** Records that share most of their keys. */
function areAlike(one: Value, other: Value | undefined): boolean {
  if (!isRecord(one) || !isRecord(other)) return false;
  const [keys, others] = [Object.keys(one).slice(0, maxKeys), Object.keys(other).slice(0, maxKeys)];
  const shared = keys.filter((key) => Object.hasOwn(other, key)).length;
  return shared > 1 && shared * 2 >= Math.max(keys.length, others.length);
}

/** The field of a tree's root that contains its branches: a list of records like the root itself. */
function branchOf(root: RecordValue): string | undefined {
  return Object.keys(root)
    .slice(0, maxKeys)
    .find((key) => {
      const inside = entry(root, key) ?? null;
      const first = isList(inside) ? elementAt(inside, 0) : undefined;
      return first !== undefined && isRecord(first) && areAlike(root, first) && Object.hasOwn(first, key);
    });
}

/** How many entries are checked: some lists begin with an entry that is unlike the others. */
const maxChecked = 5;

function firstWithParts(list: ListValue): Value | undefined {
  let first: Value | undefined;
  let at = 0;
  for (const element of list) {
    if (at++ >= maxChecked) break;
    if (!isList(element) && !isRecord(element)) continue;
    first ??= element;
    if (isList(element) || Object.values(element).some((child) => isList(child) && child.length > 0)) return element;
  }
  return first;
}
