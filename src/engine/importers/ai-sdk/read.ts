import { conversationEntry, imported } from '../../importing/transcript/conversation-entry.ts';
import type { Read, SessionEntry } from '../../importing/importer.ts';
import { readModelMessage, readUiMessage } from './messages.ts';
import { conversationIn, type Conversation } from './shapes.ts';

export const read: Read = ({ value }) => {
  const found = conversationIn(value);
  return imported(found === undefined ? [] : [entryOf(found)], 'This looks like the AI SDK, but no message is in it.');
};

const entryOf = ({ messages, place, kind }: Conversation): SessionEntry =>
  conversationEntry({
    importer: 'ai-sdk',
    messages: messages.map((value, index) => ({ value, place: [...place, index] })),
    read: kind === 'ui' ? readUiMessage : readModelMessage,
    about: () => ({}),
  });
