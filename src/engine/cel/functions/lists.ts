import { Duration, isList, isMap, keysOf, Optional, elementAt, Unknown } from '../../model/value.ts';
import type { ListValue, Value } from '../../model/value.ts';
import { isMapKey, lookUp, none, sizeOf } from '../evaluate/access.ts';
import { compareValues, equalValues, listContains } from '../evaluate/compare.ts';
import { givenUp } from '../evaluate/frame.ts';
import type { Meter } from '../evaluate/frame.ts';
import { fn, method } from '../evaluate/library.ts';
import type { CelFunction } from '../evaluate/library.ts';
import { add } from '../evaluate/arithmetic.ts';
import { indexOf, isNumber } from '../evaluate/number.ts';
import { CelError, invalid, isObstacle, noOverload, shortType } from '../evaluate/eval-result.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';
import { codePoints } from './text.ts';

const maxRange = 1_000_000;

/** The lists and sets extensions, `first` and `last`. */
export const listFunctions: readonly CelFunction[] = [
  method('slice', 3, slice),
  method('flatten', 1, (list, depth, _c, _d, meter) => flatten(list, depth, meter), 2),
  method('sort', 1, (list, _b, _c, _d, meter) => (isList(list) ? sortBy(list, list, meter) : undefined)),
  method('distinct', 1, (list, _b, _c, _d, meter) => (isList(list) ? distinct(list, meter) : undefined)),
  method('reverse', 1, reverse),
  method('first', 1, (list) => (isList(list) ? optionalAt(list, 0) : undefined)),
  method('last', 1, (list) => (isList(list) ? optionalAt(list, list.length - 1) : undefined)),
  method('isSorted', 1, (list, _b, _c, _d, meter) => (isList(list) ? isSorted(list, meter) : undefined)),
  method('sum', 1, (list, _b, _c, _d, meter) => (isList(list) ? sum(list, meter) : undefined)),
  method('min', 1, (list, _b, _c, _d, meter) => (isList(list) ? extreme(list, -1, meter) : undefined)),
  method('max', 1, (list, _b, _c, _d, meter) => (isList(list) ? extreme(list, 1, meter) : undefined)),
  fn('lists.range', 1, (count, _b, _c, _d, meter) => range(count, meter)),
  fn('sets.contains', 2, (list, parts, _c, _d, meter) => containsAll(list, parts, meter)),
  fn('sets.equivalent', 2, (a, b, _c, _d, meter) => {
    const forth = containsAll(a, b, meter);
    return forth === true ? containsAll(b, a, meter) : forth;
  }),
  fn('sets.intersects', 2, intersects),
];

function optionalAt(list: ListValue, index: number): Optional {
  const element = elementAt(list, index);
  return element === undefined ? none : new Optional(element);
}

/** Whether no element is before the one in front of it. */
function isSorted(list: ListValue, meter: Meter): EvalResult | undefined {
  for (let at = 0; at < list.length; at++) {
    if (!meter.spend(1)) return givenUp;
    const [before, element] = [elementAt(list, Math.max(0, at - 1)) ?? null, elementAt(list, at) ?? null];
    if (before instanceof Unknown || element instanceof Unknown) return before instanceof Unknown ? before : element;
    const difference = compareValues(before, element);
    if (difference === undefined) return undefined;
    if (difference > 0) return false;
  }
  return true;
}

/** Of numbers of one kind, or of durations; 0 for an empty list. */
function sum(list: ListValue, meter: Meter): EvalResult | undefined {
  let total: EvalResult | undefined;
  for (const element of list) {
    if (!meter.spend(1)) return givenUp;
    if (!(element instanceof Unknown || element instanceof Duration || isNumber(element))) return undefined;
    total = total === undefined ? element : add(total, element, meter);
    if (isObstacle(total)) return total;
  }
  return total ?? 0;
}

/** The first of the greatest elements, or of the least. */
function extreme(list: ListValue, direction: 1 | -1, meter: Meter): EvalResult | undefined {
  let found: Value | undefined;
  for (const element of list) {
    if (!meter.spend(1)) return givenUp;
    if (element instanceof Unknown) return element;
    const difference = compareValues(element, found ?? element);
    if (difference === undefined) return undefined;
    if (found === undefined || difference * direction > 0) found = element;
  }
  return found ?? invalid(`an empty list has no ${direction > 0 ? 'greatest' : 'least'} element`);
}

function slice(list: Value, from: Value, to: Value, _d: Value, meter: Meter): EvalResult | undefined {
  const start = indexOf(from);
  const end = indexOf(to);
  if (!isList(list) || start === undefined || end === undefined) return undefined;
  if (start < 0 || end < 0) return invalid(`cannot slice(${start}, ${end}), negative indexes not supported`);
  if (start > end)
    return invalid(`cannot slice(${start}, ${end}), start index must be less than or equal to end index`);
  if (end > list.length) return invalid(`cannot slice(${start}, ${end}), list is length ${list.length}`);
  if (!meter.spend(end - start)) return givenUp;
  return Array.from({ length: end - start }, (_, i) => elementAt(list, start + i) ?? null);
}

/** Of a list or of a text. */
function reverse(value: Value, _b: Value, _c: Value, _d: Value, meter: Meter): EvalResult | undefined {
  if (typeof value !== 'string' && !isList(value)) return undefined;
  if (!meter.spend(value.length)) return givenUp;
  return typeof value === 'string' ? codePoints(value).toReversed().join('') : Array.from(value).toReversed();
}

/** Without a depth, only the lists directly inside are flattened. */
function flatten(list: Value, depth: Value, meter: Meter): EvalResult | undefined {
  const levels = depth === null ? 1 : indexOf(depth);
  if (!isList(list) || levels === undefined) return undefined;
  if (levels < 0) return invalid('level must be non-negative');
  const flat: Value[] = [];
  const waiting: { readonly list: ListValue; next: number; readonly level: number }[] = [{ list, next: 0, level: 0 }];
  for (let top = waiting.at(-1); top !== undefined; top = waiting.at(-1)) {
    const element = elementAt(top.list, top.next++);
    if (!meter.spend(1)) return givenUp;
    if (element === undefined) waiting.pop();
    else if (isList(element) && top.level < levels) waiting.push({ list: element, next: 0, level: top.level + 1 });
    else flat.push(element);
  }
  return flat;
}

/** The list in the order of its keys; keys must be of one sortable type. Equal keys keep their order. */
export function sortBy(list: ListValue, keys: ListValue, meter: Meter): EvalResult {
  if (!meter.spend(list.length * 4)) return givenUp;
  const first = elementAt(keys, 0);
  if (first === undefined) return [];
  const rows = Array.from(keys, (key, i) => ({ key, value: elementAt(list, i) ?? null }));
  for (const { key } of rows) {
    if (isObstacle(key)) return key;
    if (compareValues(first, key) === undefined) return unsortable(first, key);
    if (shortType(first) !== shortType(key)) return invalid('list elements must have the same type');
  }
  return rows.toSorted((a, b) => compareValues(a.key, b.key) || 0).map(({ value }) => value);
}

const unsortable = (first: Value, key: Value): CelError =>
  compareValues(first, first) === undefined ? noOverload('sort', first) : noOverload('sort', first, key);

function distinct(list: ListValue, meter: Meter): EvalResult {
  const seen: Value[] = [];
  // Most lists hold texts and numbers, which a set can compare.
  const simple = new Set<Value>();
  for (const element of list) {
    if (!meter.spend(1)) return givenUp;
    if (isObstacle(element)) return element;
    if (
      typeof element === 'string' ||
      (typeof element === 'number' && simple.size === seen.length && Number.isInteger(element))
    ) {
      if (simple.has(element)) continue;
      simple.add(element);
    } else {
      const known = listContains(seen, element, meter);
      if (known === true) continue;
      if (known !== false) return known;
    }
    seen.push(element);
  }
  return seen;
}

function range(count: Value, meter: Meter): EvalResult | undefined {
  const length = indexOf(count);
  if (length === undefined) return undefined;
  if (length > maxRange) return invalid(`lists.range(${length}) is too long; ${maxRange} elements are the limit`);
  return meter.spend(Math.max(length, 0)) ? Array.from({ length: Math.max(length, 0) }, (_, i) => i) : givenUp;
}

function containsAll(list: Value, parts: Value, meter: Meter): EvalResult | undefined {
  if (!isList(list) || !isList(parts)) return undefined;
  for (const part of parts) {
    const found = isObstacle(part) ? part : listContains(list, part, meter);
    if (found !== true) return found;
  }
  return true;
}

function intersects(a: Value, b: Value, _c: Value, _d: Value, meter: Meter): EvalResult | undefined {
  if (!isList(a) || !isList(b)) return undefined;
  for (const part of b) {
    const found = isObstacle(part) ? part : listContains(a, part, meter);
    if (found !== false) return found;
  }
  return false;
}

/** A copy of a map with one additional key, which the Common Agent Specification's examples use. */
export const mapFunctions: readonly CelFunction[] = [
  method('put', 3, (map, key, value, _d, meter) => {
    if (!isMap(map) || !isMapKey(key)) return undefined;
    if (!meter.spend(sizeOf(map))) return givenUp;
    const copy = new Map<Value, Value>();
    let place = key;
    for (const known of keysOf(map)) {
      copy.set(known, lookUp(map, known) ?? null);
      // 1 and 1u are the same key, and so are two equal uints although they are different objects.
      if (typeof key !== 'string' && equalValues(known, key, meter) === true) place = known;
    }
    return copy.set(place, value);
  }),
];

/**
 * The difference between the Common Agent Specification and CEL: its examples use the last element itself, not an
 * optional.
 */
export const specificationFunctions: readonly CelFunction[] = [
  method('last', 1, (list) => {
    if (!isList(list)) return undefined;
    const element = elementAt(list, list.length - 1);
    return element === undefined
      ? new CelError('index_out_of_range', 'index out of range: last() of an empty list')
      : element;
  }),
];
