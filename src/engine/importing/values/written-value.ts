import { isList, isRecord } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Reader } from '../../readers/document.ts';
import { json } from '../../readers/json/index.ts';
import { python } from '../../readers/python/index.ts';

/**
 * The value from which a text was written: traces keep arguments, messages and results as strings of JSON, or as Python printed
 * them. Undefined if it is plain text, or was cut off. Strings of JSON within strings of JSON are opened, too.
 */
function writtenValue(text: string): Value | undefined {
  let value: Value | undefined;
  let inner = text;
  for (let layer = 0; layer < 3; layer++) {
    const first = inner.trimStart()[0];
    const read = first === '"' || first === '{' || first === '[' ? soundValue(inner, [json, python]) : undefined;
    if (read === undefined) break;
    value = read;
    if (typeof read !== 'string') break;
    inner = read;
  }
  return value === undefined || typeof value === 'string' || isRecord(value) || isList(value) ? value : undefined;
}

/** What one of the readers reads in a text; undefined for a text that had to be repaired, such as one cut off: it may lack content. */
export function soundValue(text: string, readers: readonly Reader[]): Value | undefined {
  for (const reader of readers) {
    const read = reader.read(text);
    const isSound = read.ok && !read.value.notes.some(({ severity }) => severity === 'lost' || severity === 'repaired');
    if (isSound) return read.value.value;
  }
  return undefined;
}

/** The value a string was written from, or else the string; other values are returned unchanged. */
export function opened(value: Value): Value {
  if (typeof value !== 'string') return value;
  const found = writtenValue(value) ?? value;
  if (isRecord(found) || isList(found)) texts.set(found, value);
  return found;
}

/** For each record or list that was opened, the text that holds it. */
const texts = new WeakMap<object, string>();

/** The text that a value was opened from: results are kept as they were recorded. */
export const recorded = (value: Value): Value =>
  typeof value === 'object' && value !== null ? (texts.get(value) ?? value) : value;
