import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * Conversations of claude.ai, as its data export (`conversations.json`) and its pages have them. Anthropic publishes no
 * definition; the fields are those that exports have.
 * https://support.claude.com/en/articles/9450526-how-can-i-export-my-claude-ai-data
 */
export const claudeExport = chatImporter({
  id: 'claude-export',
  title: 'Claude.ai conversations',
  sessions: '',
  turns: ['chat_messages'],
  /** `human` or `assistant`. */
  message: { sender: 'text' },
  looked: 1,
  reading: async () => (await import('./reading.ts')).reading,
});
