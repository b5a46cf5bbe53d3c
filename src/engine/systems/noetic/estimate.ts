import { Double, elementAt, entry, isList, isMap, keysOf, type Value } from '../../model/value.ts';

/** The token estimate of a text: a quarter of its UTF-16 code units, rounded up. */
export const estimateText = (text: string): number => Math.ceil(text.length / 4);

/** The token estimate of a value as JSON; 0 if the value cannot be serialised, as in the library. */
export function estimateJson(value: Value): number {
  const length = jsonLength(value, 0);
  return Number.isNaN(length) ? 0 : Math.ceil(length / 4);
}

/** The token estimate of an item, cached because every model call needs all items and items never change. */
export function estimateItem(item: Value): number {
  if (typeof item !== 'object' || item === null) return estimateJson(item);
  const known = itemEstimates.get(item);
  if (known !== undefined) return known;
  const estimate = estimateJson(item);
  itemEstimates.set(item, estimate);
  return estimate;
}

const itemEstimates = new WeakMap<object, number>();

/** Below this depth, the library's own `JSON.stringify` fails too. */
const maxDepth = 2000;

/** The length of the value's JSON, computed without creating it; NaN if the value is too deep. */
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
