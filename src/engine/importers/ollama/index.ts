import { chatImporter } from '../../importing/describing/chat-importer.ts';
import { findAt } from '../../importing/values/where.ts';

/**
 * Answers of Ollama's own API, complete or streamed line by line. `message` is of `/api/chat`, `response` of `/api/generate`.
 * https://github.com/ollama/ollama/blob/main/docs/api.md
 */
export const ollama = chatImporter({
  id: 'ollama',
  title: 'Ollama answers',
  turns: [''],
  message: { model: 'text', created_at: 'text', done: 'flag' },
  isMessage: (answer) => findAt(answer, ['message', 'response']) !== undefined,
  looked: 5,
  reading: async () => (await import('./reading.ts')).reading,
});
