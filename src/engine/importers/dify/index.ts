import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * The messages of a conversation, as Dify's service API lists them: each is a question with its answer, and what an agent did
 * between them.
 * https://docs.dify.ai/api-reference/conversations/get-conversation-history-messages
 */
export const dify = chatImporter({
  id: 'dify',
  title: 'Dify conversation',
  turns: ['data', ''],
  message: { conversation_id: 'text', query: 'text', answer: 'text' },
  reading: async () => (await import('./reading.ts')).reading,
});
