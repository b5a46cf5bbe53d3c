import type { Path } from '../../model/path.ts';
import { isList, isRecord, type ListValue, type Value } from '../../model/value.ts';

/** A list in a document that may be the list of turns. */
export interface ListPlace {
  /** Where the sessions are, if the list is one of many: each entry of `sessions` has its own. */
  readonly sessions: Path | null;
  readonly turns: Path;
  /** Entries; of the first session, where there are several. */
  readonly length: number;
  /** How many sessions. */
  readonly many: number;
}

const mostLists = 60;
const mostSteps = 20_000;
const deepest = 8;
const mostKeys = 200;

interface Waiting {
  readonly value: Value;
  readonly sessions: Path | null;
  readonly path: Path;
  readonly many: number;
}

/** The lists of a document that have entries, nearest to the root first, and those inside the entries of a list. */
export function listsIn(document: Value): readonly ListPlace[] {
  const found: ListPlace[] = [];
  // A queue, walked with an index: nearest first, and nothing recurs however deep the value is.
  const waiting: Waiting[] = [{ value: document, sessions: null, path: [], many: 1 }];
  for (let at = 0; at < waiting.length && at < mostSteps && found.length < mostLists; at++) {
    const here = waiting[at];
    if (here === undefined) break;
    const { value, sessions, path, many } = here;
    if (path.length > deepest) continue;
    if (isList(value)) {
      if (value.length > 0) found.push({ sessions, turns: path, length: value.length, many });
      // One level of sessions: lists in the entries of a list that is in a session already are parts of turns.
      const inside = sessions === null ? firstWithParts(value) : undefined;
      if (inside !== undefined) waiting.push({ value: inside, sessions: path, path: [], many: value.length });
    } else if (isRecord(value)) {
      for (const [key, child] of Object.entries(value).slice(0, mostKeys)) {
        if (isList(child) || isRecord(child)) waiting.push({ value: child, sessions, path: [...path, key], many });
      }
    }
  }
  return found;
}

/** Some lists begin with an entry that is unlike the others. */
const looked = 5;

function firstWithParts(list: ListValue): Value | undefined {
  let first: Value | undefined;
  let at = 0;
  for (const element of list) {
    if (at++ >= looked) break;
    if (!isList(element) && !isRecord(element)) continue;
    first ??= element;
    if (isList(element) || Object.values(element).some((child) => isList(child) && child.length > 0)) return element;
  }
  return first;
}
