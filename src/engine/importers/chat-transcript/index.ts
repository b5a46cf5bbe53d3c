import { chatImporter } from '../../importing/describing/chat-importer.ts';

/** A chat written as text: `readers/transcript` finds its messages. */
export const chatTranscript = chatImporter({
  id: 'chat-transcript',
  title: 'Chat as text',
  sessions: 'conversations',
  turns: ['messages'],
  message: { role: 'text', content: 'text' },
  isMessage: (_, { syntax }) => syntax === 'transcript',
  reading: async () => (await import('./reading.ts')).reading,
});
