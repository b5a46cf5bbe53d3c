import { isRecord } from '../../model/value.ts';
import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * Conversations of ChatGPT, as its data export (`conversations.json`) and its pages have them. OpenAI publishes no
 * definition; the fields are those that exports have.
 * https://help.openai.com/en/articles/7260999-how-do-i-export-my-chatgpt-history-and-data
 */
export const chatgptExport = chatImporter({
  id: 'chatgpt-export',
  title: 'ChatGPT conversations',
  sessions: '',
  // The page of a shared conversation keeps it deep inside.
  within: ['', 'props.pageProps.serverResponse.data'],
  // Nodes by their id, each hanging on the one before.
  turns: ['mapping'],
  message: { message: 'there' },
  isMessage: (node) => isRecord(node) && ('parent' in node || 'children' in node),
  looked: 5,
  isKnownByOne: true,
  reading: async () => (await import('./reading.ts')).reading,
});
