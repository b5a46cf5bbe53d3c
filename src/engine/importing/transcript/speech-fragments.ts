import { isRecord } from '../../model/value.ts';
import type { RecordValue, Value } from '../../model/value.ts';

/** How many entries are looked at. */
const sample = 200;

/**
 * Whether a list of messages was taken down while someone spoke: a recogniser hands on fragments, each of which begins
 * with the blank that parts it from the one before, and nothing but who said it when.
 */
export function isSpokenInFragments(value: Value): boolean {
  if (!Array.isArray(value)) return false;
  // Array.isArray narrows a union holding readonly arrays to any[]; every element is a Value.
  const entries = (value as readonly Value[]).slice(0, sample);
  return entries.every(isHeard) && entries.some((entry, index) => goesOn(entry, entries[index - 1]));
}

const isHeard = (entry: Value): entry is RecordValue =>
  isRecord(entry) &&
  (entry['role'] === 'user' || entry['role'] === 'assistant') &&
  typeof entry['content'] === 'string' &&
  entry['timestamp'] !== undefined &&
  Object.keys(entry).length === 3;

const goesOn = (entry: Value, before: Value | undefined): boolean =>
  isRecord(entry) &&
  before !== undefined &&
  isRecord(before) &&
  entry['role'] === 'user' &&
  before['role'] === 'user' &&
  /^\s/.test(String(entry['content']));
