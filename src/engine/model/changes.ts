import { isSame } from './equal.ts';
import type { Path } from './path.ts';
import {
  elementAt,
  entry,
  isList,
  isMap,
  keysOf,
  ListView,
  type ListValue,
  type MapValue,
  type Value,
} from './value.ts';

/** A difference between two states; `before` or `after` is undefined where the place did not exist. */
export interface ValueChange {
  readonly path: Path;
  readonly before: Value | undefined;
  readonly after: Value | undefined;
}

/** What a person can take in; a state that was replaced wholesale is reported as such at the places already found. */
const maxChanges = 500;
const maxDepth = 64;

/** The smallest places that differ, in the order of the later state; places that vanished come last. */
export function changesBetween(before: Value, after: Value, root: Path = []): readonly ValueChange[] {
  const changes: ValueChange[] = [];
  collect(before, after, root, changes);
  return changes;
}

function collect(before: Value, after: Value, path: Path, changes: ValueChange[]): void {
  if (changes.length >= maxChanges || before === after) return;
  if (isList(before) && isList(after) && path.length < maxDepth) collectList(before, after, path, changes);
  else if (isMap(before) && isMap(after) && path.length < maxDepth) collectMap(before, after, path, changes);
  else if (!isSame(before, after)) changes.push({ path, before, after });
}

function collectMap(before: MapValue, after: MapValue, path: Path, changes: ValueChange[]): void {
  const old = new Set(keysOf(before).map(String));
  for (const key of keysOf(after).map(String)) {
    const left = entry(before, key);
    const right = entry(after, key);
    old.delete(key);
    if (right === undefined) continue;
    if (left === undefined) changes.push({ path: [...path, key], before: undefined, after: right });
    else collect(left, right, [...path, key], changes);
  }
  for (const key of old) changes.push({ path: [...path, key], before: entry(before, key), after: undefined });
}

function collectList(before: ListValue, after: ListValue, path: Path, changes: ValueChange[]): void {
  const grown = grownBy(before, after);
  if (grown !== null) {
    for (let i = 0; i < grown.count && changes.length < maxChanges; i++)
      changes.push({ path: [...path, grown.first + i], before: undefined, after: elementAt(after, grown.first + i) });
    return;
  }
  const length = Math.max(before.length, after.length);
  for (let i = 0; i < length && changes.length < maxChanges; i++) {
    const left = elementAt(before, i);
    const right = elementAt(after, i);
    if (left === undefined || right === undefined) changes.push({ path: [...path, i], before: left, after: right });
    else collect(left, right, [...path, i], changes);
  }
}

/** Two prefixes of one column differ by the elements that came between, and those stand at the front or at the end. */
function grownBy(before: ListValue, after: ListValue): { first: number; count: number } | null {
  if (!(before instanceof ListView) || !(after instanceof ListView)) return null;
  if (before.column === null || before.column !== after.column || after.length < before.length) return null;
  const count = after.length - before.length;
  return { first: after.order === 'newest-first' ? 0 : before.length, count };
}
