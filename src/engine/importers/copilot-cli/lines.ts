import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { type LineEntries, lineEntries, type LineEntry } from '../../importing/values/line-entries.ts';
import { Answer, Line, Start, ToolEnd, ToolStart, UserMessage } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

export type Entry = LineEntry<Line>;
export type Lines = LineEntries<Line>;

export const readLines = (value: Value): Lines => lineEntries(Line, value);

/** How many lines are checked: a log may be cut off at its beginning. */
const sample = 60;

export const isCopilot = (value: Value): boolean => firstValues(value, sample).some(isUnmistakable);

function isUnmistakable(value: Value): boolean {
  const line = v.safeParse(Line, value);
  if (!line.success) return false;
  const { type, data, parentId } = line.output;
  switch (type) {
    case 'session.start':
      return v.is(Start, data);
    case 'user.message':
      return parentId !== undefined && v.is(UserMessage, data);
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
