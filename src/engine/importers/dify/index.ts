import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';

/**
 * The messages of a conversation, as Dify's service API lists them: each is a question with its answer, and what an agent did
 * between them. Also an answer of the API, whole or as its stream.
 * https://docs.dify.ai/api-reference/conversations/get-conversation-history-messages
 * https://docs.dify.ai/api-reference/chats/send-chat-message
 */
export const dify = chatImporter({
  id: 'dify',
  title: 'Dify conversation',
  turns: ['data', ''],
  message: [
    { conversation_id: 'text', query: 'text', answer: 'text' },
    { event: 'text', task_id: 'text', message_id: 'text', conversation_id: 'text' },
  ],
  isOwn: ({ messages }) => messages.some(({ value }) => textAt(value, 'answer') !== undefined),
  reading: async () => (await import('./reading.ts')).reading,
});
