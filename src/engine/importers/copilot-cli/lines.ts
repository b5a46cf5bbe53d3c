import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import { firstValues } from '../first-values.ts';
import { Answer, Line, Start, ToolEnd, ToolStart } from './format.ts';

/** A line that could be read, and where it stands. */
export interface Entry {
  readonly line: Line;
  readonly place: Path;
}

export interface Lines {
  readonly entries: readonly Entry[];
  /** Places of what is no line of Copilot. */
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

/** How many lines are looked at: a log may be cut off at its beginning. */
const sample = 60;

export const isCopilot = (value: Value): boolean => firstValues(value, sample).some(isUnmistakable);

function isUnmistakable(value: Value): boolean {
  const line = v.safeParse(Line, value);
  if (!line.success) return false;
  const { type, data } = line.output;
  switch (type) {
    case 'session.start':
      return v.is(Start, data);
    case 'assistant.message':
      return v.is(Answer, data);
    case 'tool.execution_start':
      return v.is(ToolStart, data);
    case 'tool.execution_complete':
      return v.is(ToolEnd, data);
    default:
      return false;
  }
}
