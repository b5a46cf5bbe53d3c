import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { textAt } from '../../importing/values/where.ts';

/**
 * Messages of Langflow, as its API lists them (`/api/v1/monitor/messages`).
 * https://github.com/langflow-ai/langflow/blob/main/src/lfx/src/lfx/schema/message.py
 */
export const langflow = chatImporter({
  id: 'langflow',
  title: 'Langflow messages',
  turns: ['', 'messages'],
  chat: 'session_id',
  // The sender of an error is the component that failed.
  message: { sender: 'text', sender_name: 'text', session_id: 'text', text: 'text' },
  isOwn: ({ messages }) => messages.some(({ value }) => /^(?:User|Machine)$/.test(textAt(value, 'sender') ?? '')),
  reading: async () => (await import('./reading.ts')).reading,
});
