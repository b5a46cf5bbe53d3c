import { entry, isRecord, type Value } from '../../model/value.ts';
import { firstValues } from '../first-values.ts';
import { type LineEntries, lineEntries, type LineEntry } from '../line-entries.ts';
import { Line } from './format.ts';

export type Entry = LineEntry<Line>;
export type Lines = LineEntries<Line>;

export const readLines = (value: Value): Lines => lineEntries(Line, value);

/** How many lines are looked at: a journal may be cut off at its beginning. */
const sample = 40;

export function isKimi(value: Value): boolean {
  const lines = firstValues(value, sample);
  return lines.some(isHeader) || lines.some(isLoopEvent);
}

const isHeader = (value: Value): boolean =>
  isRecord(value) && entry(value, 'type') === 'metadata' && typeof entry(value, 'protocol_version') === 'string';

function isLoopEvent(value: Value): boolean {
  const event = isRecord(value) && entry(value, 'type') === 'context.append_loop_event' && entry(value, 'event');
  return typeof event === 'object' && isRecord(event) && typeof entry(event, 'type') === 'string';
}
