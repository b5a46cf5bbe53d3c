import { diffArrays } from 'diff';

export interface Partners {
  /** For each element of the first list its equal in the second, or -1; ascending. */
  readonly partners: Int32Array;
  /** The lists differ so much that they were compared in parts. */
  readonly isCoarse: boolean;
}

/** The part of both lists from a place up to, not with, another. */
interface Window {
  readonly from: number;
  readonly to: number;
  readonly otherFrom: number;
  readonly otherTo: number;
}

/** Myers' algorithm takes time in proportion to the square of this number at worst. */
const longestEdit = 256;
/** Where it would take more, and no element is a landmark, the lists are compared in parts of this length. */
const partLength = 200;

/**
 * Finds equal elements in order, in as few edits as possible: by Myers' algorithm where that is quick, otherwise between the
 * elements that both lists have once, as *patience diff* does.
 */
export function* align(list: Int32Array, other: Int32Array): Generator<void, Partners> {
  // What only one list has is no part of the search.
  const places = placesOfKnown(list, other);
  const otherPlaces = placesOfKnown(other, list);
  yield;
  const { partners: found, isCoarse } = yield* alignCommon(
    places.map((at) => list[at] ?? -1),
    otherPlaces.map((at) => other[at] ?? -1),
  );
  const partners = new Int32Array(list.length).fill(-1);
  for (const [at, partner] of found.entries())
    if (partner >= 0) partners[places[at] ?? -1] = otherPlaces[partner] ?? -1;
  return { partners, isCoarse };
}

/** The places of those elements that the other list has, too. */
function placesOfKnown(list: Int32Array, other: Int32Array): Int32Array {
  const known = new Set(other);
  const places = new Int32Array(list.length);
  let count = 0;
  for (let at = 0; at < list.length; at++) if (known.has(list[at] ?? -1)) places[count++] = at;
  return places.subarray(0, count);
}

function* alignCommon(list: Int32Array, other: Int32Array): Generator<void, Partners> {
  const partners = new Int32Array(list.length).fill(-1);
  let isCoarse = false;
  const open: Window[] = [{ from: 0, to: list.length, otherFrom: 0, otherTo: other.length }];
  for (let whole = open.pop(); whole !== undefined; whole = open.pop()) {
    const window = trimmed(list, other, whole, partners);
    if (window.from === window.to || window.otherFrom === window.otherTo) continue;
    yield;
    if (match(list, other, window, partners, longestEdit)) continue;
    yield;
    const landmarks = landmarksIn(list, other, window);
    if (landmarks.length > 0) {
      for (const [at, otherAt] of landmarks) partners[at] = otherAt;
      open.push(...between(window, landmarks));
      continue;
    }
    isCoarse = true;
    for (const part of partsOf(window)) {
      yield;
      match(list, other, part, partners, Infinity);
    }
  }
  return { partners, isCoarse };
}

/** Matches what is equal at both ends; returns the rest. */
function trimmed(
  list: Int32Array,
  other: Int32Array,
  { from, to, otherFrom, otherTo }: Window,
  partners: Int32Array,
): Window {
  let [first, otherFirst, end, otherEnd] = [from, otherFrom, to, otherTo];
  for (; first < end && otherFirst < otherEnd && list[first] === other[otherFirst]; first++)
    partners[first] = otherFirst++;
  while (first < end && otherFirst < otherEnd && list[end - 1] === other[otherEnd - 1]) partners[--end] = --otherEnd;
  return { from: first, to: end, otherFrom: otherFirst, otherTo: otherEnd };
}

/** False if it takes more edits than allowed. */
function match(
  list: Int32Array,
  other: Int32Array,
  { from, to, otherFrom, otherTo }: Window,
  partners: Int32Array,
  maxEditLength: number,
): boolean {
  const steps = diffArrays(Array.from(list.subarray(from, to)), Array.from(other.subarray(otherFrom, otherTo)), {
    maxEditLength,
  });
  if (steps === undefined) return false;
  let [at, otherAt] = [from, otherFrom];
  for (const { added, removed, count } of steps) {
    if (!added && !removed) for (let step = 0; step < count; step++) partners[at + step] = otherAt + step;
    if (!added) at += count;
    if (!removed) otherAt += count;
  }
  return true;
}

/** Pairs of the elements that each list has once in a window: as many as are in one order in both. */
function landmarksIn(
  list: Int32Array,
  other: Int32Array,
  { from, to, otherFrom, otherTo }: Window,
): readonly (readonly [number, number])[] {
  const once = placesOfSingles(list, from, to);
  const otherOnce = placesOfSingles(other, otherFrom, otherTo);
  const pairs: [number, number][] = [];
  for (const [element, at] of once) {
    const otherAt = otherOnce.get(element) ?? -1;
    if (at >= 0 && otherAt >= 0) pairs.push([at, otherAt]);
  }
  return longestAscending(pairs.toSorted(([a], [b]) => a - b));
}

/** The place of each element; -1 for one that comes several times. */
function placesOfSingles(list: Int32Array, from: number, to: number): ReadonlyMap<number, number> {
  const places = new Map<number, number>();
  for (let at = from; at < to; at++) {
    const element = list[at] ?? -1;
    places.set(element, places.has(element) ? -1 : at);
  }
  return places;
}

/** The longest of the series that ascend on the other side too (patience sorting). */
function longestAscending(pairs: readonly (readonly [number, number])[]): readonly (readonly [number, number])[] {
  /** The last pair of the best series of each length, and the pair before each pair in its series. */
  const tails: number[] = [];
  const before = new Int32Array(pairs.length).fill(-1);
  for (const [index, [, otherAt]] of pairs.entries()) {
    let low = 0;
    let high = tails.length;
    while (low < high) {
      const middle = (low + high) >>> 1;
      if ((pairs[tails[middle] ?? 0]?.[1] ?? 0) < otherAt) low = middle + 1;
      else high = middle;
    }
    before[index] = tails[low - 1] ?? -1;
    tails[low] = index;
  }
  const series: (readonly [number, number])[] = [];
  for (let index = tails.at(-1) ?? -1; index >= 0; index = before[index] ?? -1) {
    const pair = pairs[index];
    if (pair !== undefined) series.push(pair);
  }
  return series.toReversed();
}

function* between(
  { from, to, otherFrom, otherTo }: Window,
  landmarks: readonly (readonly [number, number])[],
): Generator<Window> {
  let [at, otherAt] = [from, otherFrom];
  for (const [landmark, otherLandmark] of landmarks) {
    yield { from: at, to: landmark, otherFrom: otherAt, otherTo: otherLandmark };
    at = landmark + 1;
    otherAt = otherLandmark + 1;
  }
  yield { from: at, to, otherFrom: otherAt, otherTo };
}

function* partsOf({ from, to, otherFrom, otherTo }: Window): Generator<Window> {
  const count = Math.ceil(Math.max(to - from, otherTo - otherFrom) / partLength);
  const cut = (start: number, end: number, part: number) => start + Math.floor(((end - start) * part) / count);
  for (let part = 0; part < count; part++)
    yield {
      from: cut(from, to, part),
      to: cut(from, to, part + 1),
      otherFrom: cut(otherFrom, otherTo, part),
      otherTo: cut(otherFrom, otherTo, part + 1),
    };
}
