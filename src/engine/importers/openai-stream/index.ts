import { chatImporter } from '../../importing/describing/chat-importer.ts';

/**
 * A streamed answer of Chat Completions: chunks, each with a piece of the text or of a call's arguments.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export const openaiStream = chatImporter({
  id: 'openai-stream',
  title: 'OpenAI Chat Completions stream',
  turns: [''],
  message: { object: ['chat.completion.chunk'], choices: 'list' },
  // A capture may begin with something else.
  looked: 5,
  isKnownByOne: true,
  reading: async () => (await import('./reading.ts')).reading,
});
