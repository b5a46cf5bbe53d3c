import { Double, elementAt, entry, isList, isMap, keysOf, type Value } from '../../model/value.ts';

/** A quarter of the text's UTF-16 units, rounded up. */
export const estimateText = (text: string): number => Math.ceil(text.length / 4);

/** The same for the value as JSON; 0 where there is no writing it, as the library does. */
export function estimateJson(value: Value): number {
  const length = jsonLength(value, 0);
  return Number.isNaN(length) ? 0 : Math.ceil(length / 4);
}

/** The estimate of an item of the log. Every model call asks it of every item, and items never change. */
export function estimateItem(item: Value): number {
  if (typeof item !== 'object' || item === null) return estimateJson(item);
  const known = itemEstimates.get(item);
  if (known !== undefined) return known;
  const estimate = estimateJson(item);
  itemEstimates.set(item, estimate);
  return estimate;
}

const itemEstimates = new WeakMap<object, number>();

/** Deeper than this, the library's own `JSON.stringify` gives up too. */
const maxDepth = 2000;

/** How long `JSON.stringify` makes it, without making it; NaN where it is too deep. */
function jsonLength(value: Value, depth: number): number {
  if (depth > maxDepth) return Number.NaN;
  if (typeof value === 'string') return JSON.stringify(value).length;
  if (typeof value === 'number') return numberLength(value);
  if (value === null || typeof value === 'boolean' || typeof value === 'bigint') return String(value).length;
  if (value instanceof Double) return numberLength(value.value);
  if (isList(value)) {
    let length = 2 + Math.max(0, value.length - 1);
    for (let i = 0; i < value.length; i++) length += jsonLength(elementAt(value, i) ?? null, depth + 1);
    return length;
  }
  if (!isMap(value)) return Number.NaN;
  const keys = keysOf(value).map(String);
  let length = 2 + Math.max(0, keys.length - 1);
  for (const key of keys) length += JSON.stringify(key).length + 1 + jsonLength(entry(value, key) ?? null, depth + 1);
  return length;
}

const numberLength = (value: number): number => (Number.isFinite(value) ? String(value).length : 4);
