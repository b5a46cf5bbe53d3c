import { entry, isList, isMap, isRecord, keysOf, ListView, MapView, type Value } from '../../model/value.ts';

/** Converts views into plain data, as an export needs it. A value without views is returned unchanged. */
export function plain(value: Value): Value {
  if (isList(value)) {
    const elements = [...value];
    const written = elements.map(plain);
    return value instanceof ListView || written.some((element, i) => element !== elements[i]) ? written : value;
  }
  if (value instanceof MapView) {
    return Object.fromEntries(value.keys().map((key) => [key, plain(value.get(key) ?? null)]));
  }
  if (!isRecord(value)) return value;
  const entries = Object.entries(value);
  const written = entries.map(([key, element]) => [key, plain(element)] as const);
  return written.some(([, element], i) => element !== entries[i]?.[1]) ? Object.fromEntries(written) : value;
}

/**
 * Limits of values made by templates, which can repeatedly insert a namespace into itself. A larger value is refused
 * before it fills the memory or becomes too deep to walk.
 */
const maxParts = 100_000;
const maxDepth = 1000;

/** Whether a value made by templates exceeds these limits. */
export function isTooLarge(value: Value): boolean {
  const open: { readonly value: Value; readonly depth: number }[] = [{ value, depth: 0 }];
  let parts = 0;
  for (let top = open.pop(); top !== undefined; top = open.pop()) {
    parts += 1;
    if (parts + open.length > maxParts || top.depth > maxDepth) return true;
    if (isList(top.value)) {
      if (top.value.length > maxParts) return true;
      for (const element of top.value) open.push({ value: element, depth: top.depth + 1 });
    } else if (isMap(top.value)) {
      for (const key of keysOf(top.value)) {
        const element = entry(top.value, String(key));
        if (element !== undefined) open.push({ value: element, depth: top.depth + 1 });
      }
    }
  }
  return false;
}
