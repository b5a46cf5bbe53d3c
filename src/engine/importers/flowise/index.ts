import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { entriesAt, fits, textAt } from '../../importing/values/where.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * The messages of a chatflow, as Flowise's API lists them and as its page exports them.
 * https://docs.flowiseai.com/api-reference/chat-message
 * https://github.com/FlowiseAI/Flowise/blob/main/packages/server/src/services/export-import/index.ts
 */
export const flowise = chatImporter({
  id: 'flowise',
  title: 'Flowise messages',
  find: ({ value }) => {
    const chats = oneOrMany(value).filter((one) => fits(one.value, exportedChat));
    return chats.length === 0
      ? undefined
      : chats.map((holder): FoundConversation => ({ holder, messages: entriesAt(holder, 'messages') }));
  },
  turns: ['', 'messages'],
  chat: 'chatId',
  message: [
    { role: ['apiMessage', 'userMessage'], content: 'text' },
    { role: ['bot', 'user'], content: 'text', time: 'text' },
  ],
  isOwn: ({ holder, messages: [first] }) =>
    fits(holder.value, exportedChat) || /^(?:api|user)Message$/.test(textAt(first?.value, 'role') ?? ''),
  reading: async () => (await import('./reading.ts')).reading,
});

/** A chat in an export: its messages have no id of the chat. */
const exportedChat = { id: 'text', source: 'text', memoryType: 'there', messages: 'list' } as const;
