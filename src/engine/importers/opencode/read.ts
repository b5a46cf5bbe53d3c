import { conversationEntry, imported } from '../../importing/messages/conversation-entry.ts';
import type { Read } from '../../importing/importer.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { readMessage } from './messages.ts';
import { sessionIn } from './shapes.ts';

export const read: Read = ({ value }) => {
  const found = sessionIn(value);
  if (found === undefined) return imported([], 'This looks like opencode, but no session is in it.');
  const { session, messages, place } = found;
  const created = session?.info.time?.created;
  const entry = conversationEntry({
    importer: 'opencode',
    title: session?.info.title,
    messages: messages.map((message, index) => ({ value: message, place: [...place, index] })),
    read: readMessage,
    about: (report) => ({
      agent: 'opencode',
      startedAt: readInstant(created === undefined ? undefined : created / 1000, ['info', 'time', 'created'], report),
      recording: session === undefined ? {} : { session: session.info.id },
    }),
  });
  return imported([entry], '');
};
