import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { type LineEntries, lineEntries, type LineEntry } from '../../importing/values/line-entries.ts';
import { Line } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

export type Entry = LineEntry<Line>;
export type Lines = LineEntries<Line>;

export const readLines = (value: Value): Lines => lineEntries(Line, value);

/** How many lines are examined: a chat may begin with many lines about the program. */
const sample = 60;

export const isQwen = (value: Value): boolean => firstValues(value, sample).some(isUnmistakable);

/** A message in Gemini's form, or a payload of the program; lines of Claude Code have neither. */
function isUnmistakable(value: Value): boolean {
  const line = v.safeParse(Line, value);
  if (!line.success) return false;
  const { type, message, systemPayload, subtype } = line.output;
  return type === 'system' ? subtype !== undefined && systemPayload !== undefined : message !== undefined;
}
