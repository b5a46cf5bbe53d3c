import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * Chats that Open WebUI exports as JSON: one, all of a user, or the `chat` alone.
 * https://github.com/open-webui/open-webui/blob/main/backend/open_webui/models/chats.py
 * https://github.com/open-webui/open-webui/blob/main/src/lib/components/chat/Chat.svelte
 */
export const openWebui = chatImporter({
  id: 'open-webui',
  title: 'Open WebUI chats',
  sessions: '',
  within: ['chat', ''],
  turns: ['history.messages'],
  message: { role: 'text', content: 'there', childrenIds: 'list' },
  looked: 5,
  reading: async () => (await import('./reading.ts')).reading,
});
