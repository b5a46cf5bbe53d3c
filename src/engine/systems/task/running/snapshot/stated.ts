import { isSame } from '../../../../model/equal.ts';
import {
  elementAt,
  entry,
  isList,
  isMap,
  keysOf,
  MapView,
  Unknown,
  valueAt,
  type ListValue,
  type MapValue,
  type Value,
} from '../../../../model/value.ts';
import type { ValuesStated } from '../../event.ts';
import { textOf } from './reading.ts';

export interface Differences {
  /** A pasted value that differs from the timeline: it applies at the end. */
  readonly kept: ValuesStated['values'];
  /** A value of the timeline that the snapshot does not have: unknown throughout. */
  readonly unsaid: ValuesStated['values'];
}

/** Compares the end of a timeline with its snapshot. */
export function differencesOf(view: MapValue, pasted: MapValue): Differences {
  const found: Found = { root: pasted, kept: [], unsaid: [] };
  compareMaps(found, view, pasted, []);
  return found;
}

interface Found {
  readonly root: MapValue;
  readonly kept: { path: readonly string[]; value?: Value }[];
  readonly unsaid: { path: readonly string[] }[];
}

function compareMaps(found: Found, view: MapValue, pasted: MapValue, path: readonly string[]): void {
  for (const key of keysOf(pasted)) {
    const value = typeof key === 'string' ? entry(pasted, key) : undefined;
    if (typeof key !== 'string' || value === undefined) continue;
    const here = [...path, key];
    const seen = entry(view, key);
    // Only the view's own branches are compared key by key; recorded data is compared as a whole, at any depth.
    if (seen instanceof MapView && isMap(value)) compareMaps(found, seen, value, here);
    else if (seen === undefined || !agrees(seen, value)) found.kept.push({ path: here, value });
  }
  for (const key of keysOf(view)) {
    if (typeof key !== 'string' || entry(pasted, key) !== undefined) continue;
    if (entry(view, key) instanceof Unknown || isImplied(found.root, [...path, key])) continue;
    found.unsaid.push({ path: [...path, key] });
  }
}

/** Counts that the snapshot lacks but that follow from its lists. */
function isImplied(root: MapValue, path: readonly string[]): boolean {
  const name = path.at(-1);
  const basis = name === undefined ? undefined : impliedBy.get(name);
  const list = basis === undefined ? undefined : valueAt(root, [...path.slice(0, -1), basis]);
  return list !== undefined && isList(list);
}

const impliedBy: ReadonlyMap<string, string> = new Map([
  ['turn_count', 'turns'],
  ['count', 'invocations'],
  ['delegation_count', 'invocations'],
  ['count_successful', 'successful'],
  ['count_errored', 'errored'],
  ['count_restricted', 'restricted'],
]);

function agrees(seen: Value, pasted: Value): boolean {
  if (isList(seen) && isList(pasted)) return listsAgree(seen, pasted);
  return isSame(seen, pasted) || (typeof seen === 'string' && seen === textOf(pasted));
}

function listsAgree(seen: ListValue, pasted: ListValue): boolean {
  if (seen.length !== pasted.length) return false;
  for (let i = 0; i < seen.length; i++) {
    const [left, right] = [elementAt(seen, i), elementAt(pasted, i)];
    if (left === undefined || right === undefined) return false;
    // In a list with meaningful positions, a snapshot writes null for an unknown value.
    if (!agrees(left, right) && !(left instanceof Unknown && right === null)) return false;
  }
  return true;
}
