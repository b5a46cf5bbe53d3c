import { atOnce } from '../../../base/pace.ts';
import { err, ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { Read, ReadSession, SessionEntry } from '../../importing/importer.ts';
import { sessionsInLog } from '../../importing/messages/request-log.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import { exchanges } from './exchanges.ts';
import { conversationIn, type Conversation } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = conversationIn(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf([single])] });
  const sessions = sessionsInLog(elementsOf(value), { ...exchanges, entryOf });
  if (sessions.length > 0) return ok({ sessions });
  return err({
    code: 'import/malformed',
    message: 'This looks like Chat Completions, but nowhere in it is a list of messages with “role” and “content”.',
  });
};

const entryOf = (row: readonly Conversation[]): SessionEntry => ({
  title: titleOf(row),
  system: 'task',
  open: () => atOnce(opening(row)),
  opening: () => opening(row),
});

function* opening(row: readonly Conversation[]): Generator<void, Result<ReadSession, Problem>> {
  return ok(yield* toSession(row));
}
