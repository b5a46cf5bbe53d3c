import * as v from 'valibot';
import { longestNote } from '../../../engine/model/user-note.ts';

const index = v.pipe(v.number(), v.safeInteger(), v.minValue(0));

/** A note of the user on a turn of a session, whether the session itself is kept or not. */
export const schema = v.object({
  /** What identifies the session: its content, or the record of a session that grows. */
  session: v.string(),
  title: v.string(),
  turn: index,
  /** Of the context state; null for the turn itself. */
  path: v.nullable(v.array(v.union([v.string(), index]))),
  text: v.pipe(v.string(), v.maxLength(longestNote)),
  /** When it was written last, as ISO 8601; null if its session file does not say so. */
  at: v.nullable(v.string()),
  /** The note is in the session's own file, and was removed here. */
  isRemoved: v.exactOptional(v.literal(true)),
});

export const upgrades = [];
