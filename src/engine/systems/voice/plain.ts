import { entry, isList, isMap, isRecord, keysOf, ListView, MapView, type Value } from '../../model/value.ts';

/** Written out without views, as an export needs it. What holds no view is handed back as it is. */
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
 * Templates can put a namespace into itself, over and over. A value past these bounds is refused before it fills the
 * memory or is too deep to be walked.
 */
const maxParts = 100_000;
const maxDepth = 1000;

/** Whether a value that templates made is larger than anyone can mean. */
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
