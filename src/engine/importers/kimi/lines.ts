import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { entry, isList, isRecord, type Value } from '../../model/value.ts';
import { firstValues } from '../first-values.ts';
import { Line } from './format.ts';

/** A line that could be read, and where it stands. */
export interface Entry {
  readonly line: Line;
  readonly place: Path;
}

export interface Lines {
  readonly entries: readonly Entry[];
  /** Places of what is no line of the journal. */
  readonly unread: readonly Path[];
}

export function readLines(value: Value): Lines {
  const entries: Entry[] = [];
  const unread: Path[] = [];
  (isList(value) ? [...value] : []).forEach((one, index) => {
    const line = v.safeParse(Line, one);
    if (line.success) entries.push({ line: line.output, place: [index] });
    else unread.push([index]);
  });
  return { entries, unread };
}

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
