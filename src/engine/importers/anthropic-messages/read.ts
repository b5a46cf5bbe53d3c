import { err, ok } from '../../../base/result.ts';
import { formatPath } from '../../model/path.ts';
import type { Note } from '../../model/problem.ts';
import type { Value } from '../../model/value.ts';
import { answersInARowNote } from '../../importing/transcript/answers-in-a-row.ts';
import { changedEntry } from '../../importing/transcript/changed-entry.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { counted } from '../../importing/import-report.ts';
import { conversationsOfAnswers } from './answers-in-a-row.ts';
import { growingExchanges } from './exchanges.ts';
import { conversationIn, type Conversation } from './shapes.ts';
import { titleOf, toSession } from './to-session.ts';

export const read: Read = ({ value }) => {
  const single = conversationIn(value);
  if (single !== undefined) return ok({ sessions: [entryOf([single], [])] });
  const lines = elementsOf(value);
  const found = lines.map((line, index) => conversationIn(line, [index]));
  const conversations = found.filter((conversation) => conversation !== undefined);
  const inARow = conversationsOfAnswers(conversations);
  const rows = inARow ?? growingExchanges(conversations);
  const skipped = found.flatMap((conversation, index) => (conversation === undefined ? [index] : []));
  if (rows.length > 0)
    return ok({
      sessions: rows.map((row, index) => entryOf(row, lines, index === 0 ? skipped : [], inARow !== undefined)),
    });
  return err({
    code: 'import/malformed',
    message: 'This looks like messages of Anthropic, but it holds neither “messages” nor “content”.',
  });
};

/** `skipped`: entries without a conversation. The first session's report names them, since no other report mentions them. */
function entryOf(
  row: readonly Conversation[],
  lines: readonly Value[],
  skipped: readonly number[] = [],
  isOfAnswers = false,
): SessionEntry {
  const entry: SessionEntry = { title: titleOf(row), system: 'task', open: () => ok(toSession(row, lines)) };
  const notes: Note[] = [];
  if (row.length > 1 && isOfAnswers) {
    notes.push({
      severity: 'assumed',
      code: 'anthropic-messages/answers-in-a-row',
      message: answersInARowNote(row.length),
      place: formatPath(row[0]?.place ?? []),
    });
  } else if (row.length > 1) {
    notes.push({
      severity: 'info',
      code: 'anthropic-messages/growing-requests',
      message: `${row.length} exchanges with the model, each repeating those before it, are one session.`,
      place: formatPath(row[0]?.place ?? []),
    });
  }
  if (skipped.length > 0) {
    notes.push({
      severity: 'lost',
      code: 'anthropic-messages/no-conversation',
      message: `${counted(skipped.length, 'entry', 'entries')} without a conversation left out.`,
      place: formatPath(skipped.slice(0, 1)),
    });
  }
  if (notes.length === 0) return entry;
  return changedEntry(entry, ({ session, sources }) => ({
    session: { ...session, notes: [...session.notes, ...notes] },
    sources,
  }));
}
