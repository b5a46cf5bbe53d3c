import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import { elementsOf } from '../elements.ts';
import type { ReadSession, SessionEntry, Read } from '../importer.ts';
import { counted } from '../noting.ts';
import { logIn, sessionOfLog } from './interaction-log.ts';
import { conversationIn } from './shapes.ts';
import type { Conversation } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = conversationIn(value, []);
  if (single !== undefined) return ok({ sessions: [entryOf(single)] });
  const lines = elementsOf(value);
  const log = logIn(lines);
  if (log !== undefined) return ok({ sessions: [logEntry(log, lines)] });
  const found = lines.map((line, index) => conversationIn(line, [index]));
  const sessions = found.filter((conversation) => conversation !== undefined).map(entryOf);
  const skipped = found.flatMap((conversation, index) => (conversation === undefined ? [index] : []));
  if (sessions.length > 0) return ok({ sessions: withSkipped(sessions, skipped) });
  return err({
    code: 'import/malformed',
    message: 'This looks like Chat Completions, but nowhere in it is a list of messages with “role” and “content”.',
  });
};

const entryOf = (conversation: Conversation): SessionEntry => ({
  title: titleOf(conversation),
  system: 'task',
  open: () => ok(toSession(conversation)),
});

function logEntry(log: readonly Conversation[], lines: readonly Value[]): SessionEntry {
  const [first] = log;
  const title = first === undefined ? 'chat log' : titleOf(first);
  return { title, system: 'task', open: () => ok(sessionOfLog(log, lines)) };
}

/** Lines that hold no conversation are named in the first session's report, since nothing else will mention them. */
function withSkipped(sessions: readonly SessionEntry[], skipped: readonly number[]): readonly SessionEntry[] {
  const [first, ...rest] = sessions;
  if (first === undefined || skipped.length === 0) return sessions;
  return [{ ...first, open: () => openNoting(first, skipped) }, ...rest];
}

function openNoting(entry: SessionEntry, skipped: readonly number[]): ReturnType<SessionEntry['open']> {
  const opened = entry.open();
  if (!opened.ok) return opened;
  const { session, sources }: ReadSession = opened.value;
  const note = {
    severity: 'lost',
    code: 'openai-chat/no-conversation',
    message: `${counted(skipped.length, 'entry', 'entries')} without a conversation left out.`,
    place: `[${skipped[0] ?? 0}]`,
  } as const;
  return ok({ session: { ...session, notes: [...session.notes, note] }, sources });
}
