import { isRecord, type RecordValue, type Value } from '../../model/value.ts';
import { firstValues } from '../values/elements.ts';

/** How many entries are examined. */
const sample = 200;

/**
 * Whether a list of messages was recorded during speech: a recogniser sends fragments, each of which begins
 * with the blank that separates it from the one before, and only the speaker and the time; or guesses that are not final yet.
 */
export function isSpokenInFragments(value: Value): boolean {
  const entries = firstValues(value, sample);
  return (
    entries.every(isHeard) && entries.some((entry, index) => isInterim(entry) || goesOn(entry, entries[index - 1]))
  );
}

/** A guess of the recogniser's that a better one replaces: `is_final` is false, however it is spelled. */
export const isInterim = (entry: Value): boolean => flagOf(entry) === false;
export const isFlagged = (entry: Value): boolean => flagOf(entry) !== undefined;

const flagOf = (entry: Value): Value | undefined =>
  isRecord(entry) ? (entry['is_final'] ?? entry['isFinal']) : undefined;

const heardKeys = new Set(['role', 'content', 'timestamp', 'is_final', 'isFinal']);

const isHeard = (entry: Value): entry is RecordValue =>
  isRecord(entry) &&
  (entry['role'] === 'user' || entry['role'] === 'assistant') &&
  typeof entry['content'] === 'string' &&
  entry['timestamp'] !== undefined &&
  Object.keys(entry).every((key) => heardKeys.has(key));

const goesOn = (entry: Value, before: Value | undefined): boolean =>
  isRecord(entry) &&
  before !== undefined &&
  isRecord(before) &&
  entry['role'] === 'user' &&
  before['role'] === 'user' &&
  typeof entry['content'] === 'string' &&
  /^\s/.test(entry['content']);
