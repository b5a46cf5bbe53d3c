import type { FoundConversation } from '../../importing/describing/chat-reading.ts';
import { oneOrMany } from '../../importing/values/elements.ts';
import { entriesAt, fits, textAt, type Shape } from '../../importing/values/where.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';

/** The answer of the API, of a chatflow or of an agentflow. */
const prediction: Shape = { text: 'text', question: 'there', chatId: 'text', chatMessageId: 'there' };

/** A row of the executions of agentflows. */
const execution: Shape = { executionData: 'text', agentflowId: 'text', sessionId: 'text', state: 'text' };

/**
 * The messages of a chatflow, as Flowise's API lists them and as its page exports them; answers and executions of a flow.
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
  turns: ['', 'messages', 'data'],
  chat: 'chatId',
  message: [
    { role: ['apiMessage', 'userMessage'], content: 'text' },
    { role: ['bot', 'user'], content: 'text', time: 'text' },
    prediction,
    execution,
  ],
  isOwn: ({ holder, messages: [first] }) =>
    [prediction, execution].some((shape) => fits(first?.value ?? null, shape)) ||
    fits(holder.value, exportedChat) ||
    /^(?:api|user)Message$/.test(textAt(first?.value, 'role') ?? ''),
  reading: async () => (await import('./reading.ts')).reading,
});

/** A chat in an export: its messages have no id of the chat. */
const exportedChat = { id: 'text', source: 'text', memoryType: 'there', messages: 'list' } as const;
