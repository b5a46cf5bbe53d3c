import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, type Value } from '../../model/value.ts';
import { firstValues } from '../first-values.ts';
import { Line } from './format.ts';

/** A line that could be read, and where it stands. */
export interface Entry {
  readonly line: Line;
  readonly place: Path;
}

export interface Lines {
  readonly entries: readonly Entry[];
  /** Places of what is no line of Qwen Code. */
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

/** How many lines are looked at: a chat may begin with much about the program. */
const sample = 60;

export const isQwen = (value: Value): boolean => firstValues(value, sample).some(isUnmistakable);

/** A message in Gemini's form, or a payload of the program; lines of Claude Code have neither. */
function isUnmistakable(value: Value): boolean {
  const line = v.safeParse(Line, value);
  if (!line.success) return false;
  const { type, message, systemPayload, subtype } = line.output;
  return type === 'system' ? subtype !== undefined && systemPayload !== undefined : message !== undefined;
}
