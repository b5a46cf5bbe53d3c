import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read } from '../../importing/importer.ts';
import { readMessage } from './messages.ts';
import { messagesIn } from './shapes.ts';

export const read: Read = ({ value }) => {
  const messages = messagesIn(value);
  const entry = { importer: 'haystack', messages, read: readMessage, about: () => ({}) };
  return imported(
    messages.length === 0 ? [] : [conversationEntry(entry)],
    'This looks like Haystack, but no message is in it.',
  );
};
