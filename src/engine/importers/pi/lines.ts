import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, fits, type Shape } from '../../importing/values/where.ts';

/**
 * A session of pi, the coding agent: lines, the first of which is about the session. Since version 2, the lines form a tree.
 * https://github.com/badlogic/pi-mono/blob/main/packages/coding-agent/docs/session.md
 */
export const header: Shape = { type: ['session'], id: 'text' };
export const messageLine: Shape = { type: ['message'], 'message.role': 'text' };

/** Messages that only pi writes this way. They identify the format where the header is missing. */
const answer: Shape = { role: ['assistant'], content: 'list', usage: 'record', stopReason: 'text' };
const result: Shape = { role: ['toolResult'], toolCallId: 'text', content: 'list' };

/** How many lines are checked. */
const sample = 40;

/** The lines of a session's file; or only its messages, as a list or as the context that pi sends to a model (`{messages: […]}`). */
export const linesOf = (value: Value): readonly Placed[] =>
  isRecord(value) ? entriesAt({ value, place: [] }, 'messages') : elementsOf(value).length > 0 ? oneOrMany(value) : [];

export function isSession(value: Value): boolean {
  const [first, ...others] = linesOf(value).slice(0, sample + 1);
  if (first === undefined) return false;
  if (fits(first.value, header)) return others.some((line) => fits(line.value, messageLine));
  return [first, ...others].slice(0, sample).some((line) => isOwn(line.value));
}

function isOwn(line: Value): boolean {
  const message = fits(line, messageLine) && isRecord(line) ? (line['message'] ?? null) : line;
  return fits(message, answer) || fits(message, result);
}
