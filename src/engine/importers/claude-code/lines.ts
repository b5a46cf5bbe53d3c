import { isRecord, type Value } from '../../model/value.ts';
import { oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { entriesAt, fits, recordAt, textAt, type Shape } from '../../importing/values/where.ts';

/**
 * Lines of Claude Code: either the transcript of a session, or the output of `--output-format stream-json`.
 * https://docs.anthropic.com/en/docs/claude-code/sdk documents the stream. The transcript's format is not documented; this
 * follows versions 1.0 to 2.1.
 */
export const message: Shape = { 'message.role': ['user', 'assistant'], 'message.content': 'there' };

/** A transcript as JSON Lines, the record of a session on the web (`{loglines: […]}`), or a single line. */
export function linesOf(value: Value): readonly Placed[] | undefined {
  if (Array.isArray(value)) return oneOrMany(value);
  if (isRecord(value) && fits(value, { loglines: 'list' })) return entriesAt({ value, place: [] }, 'loglines');
  return isOfSession(value) ? [{ value, place: [] }] : undefined;
}

/** The format is recognised within this many lines, because a session may begin with snapshots and progress of hooks. */
const sample = 60;

export const isClaudeCode = (value: Value): boolean =>
  linesOf(value)
    ?.slice(0, sample)
    .some((one) => isOfSession(one.value) || isBare(one.value)) === true;

const isMessage = (line: Value): boolean =>
  fits(line, message) && textAt(line, 'type') === textAt(recordAt(line, 'message'), 'role');

/** A line with a message that also has the id of its session or its own id in the tree. */
const isOfSession = (line: Value): boolean =>
  isMessage(line) && ['sessionId', 'session_id', 'uuid'].some((key) => textAt(line, key) !== undefined);

/** Lines of sessions on the web contain only a time and the message. */
const isBare = (line: Value): boolean => isMessage(line) && fits(line, { timestamp: 'there' });
