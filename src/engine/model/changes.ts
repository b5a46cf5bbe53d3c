import { isSame } from './equal.ts';
import type { Path } from './path.ts';
import {
  elementAt,
  isList,
  isMap,
  keysOf,
  ListView,
  lookUp,
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

export interface ValueChanges {
  /** The smallest places that differ, in the order of the later state; places that vanished come last in their map. */
  readonly changes: readonly ValueChange[];
  /** True if more places differ than are listed. */
  readonly isCut: boolean;
}

/** A longer list of changes would not be read. */
const maxChanges = 500;
const maxDepth = 64;

/** Paths begin with `root`. */
export function changesBetween(before: Value, after: Value, root: Path): ValueChanges {
  const found = new Found();
  collect(before, after, root, found);
  return found;
}

class Found implements ValueChanges {
  readonly changes: ValueChange[] = [];
  isCut = false;

  add(change: ValueChange): void {
    if (this.changes.length < maxChanges) this.changes.push(change);
    else this.isCut = true;
  }
}

function collect(before: Value, after: Value, path: Path, found: Found): void {
  if (found.isCut || before === after) return;
  if (isList(before) && isList(after) && path.length < maxDepth) collectList(before, after, path, found);
  else if (isMap(before) && isMap(after) && path.length < maxDepth) collectMap(before, after, path, found);
  else if (!isSame(before, after)) found.add({ path, before, after });
}

function collectMap(before: MapValue, after: MapValue, path: Path, found: Found): void {
  const old = keysByStep(before);
  for (const [step, key] of keysByStep(after)) {
    const left = lookUp(before, old.get(step) ?? key);
    const right = lookUp(after, key);
    old.delete(step);
    if (right === undefined) continue;
    if (found.isCut) return;
    if (left === undefined) found.add({ path: [...path, step], before: undefined, after: right });
    else collect(left, right, [...path, step], found);
  }
  for (const [step, key] of old) {
    if (found.isCut) return;
    found.add({ path: [...path, step], before: lookUp(before, key), after: undefined });
  }
}

/** A Python dict may have keys that are numbers, and both `1` and `"1"`. */
const keysByStep = (map: MapValue): Map<string | number, Value> =>
  new Map(keysOf(map).map((key) => [typeof key === 'number' ? key : String(key), key]));

function collectList(before: ListValue, after: ListValue, path: Path, found: Found): void {
  const grown = grownBy(before, after);
  if (grown !== null) {
    for (let i = 0; i < grown.count && !found.isCut; i++)
      found.add({ path: [...path, grown.first + i], before: undefined, after: elementAt(after, grown.first + i) });
    return;
  }
  const length = Math.max(before.length, after.length);
  for (let i = 0; i < length && !found.isCut; i++) {
    const left = elementAt(before, i);
    const right = elementAt(after, i);
    if (left === undefined || right === undefined) found.add({ path: [...path, i], before: left, after: right });
    else collect(left, right, [...path, i], found);
  }
}

/** Two prefixes of one column differ only by the elements added between them, which are at the front or at the end. */
function grownBy(before: ListValue, after: ListValue): { first: number; count: number } | null {
  if (!(before instanceof ListView) || !(after instanceof ListView)) return null;
  if (before.column === null || before.column !== after.column || after.length < before.length) return null;
  const count = after.length - before.length;
  return { first: after.order === 'newest-first' ? 0 : before.length, count };
}
