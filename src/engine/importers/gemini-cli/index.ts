import type { Importer } from '../../importing/importer.ts';
import { chatIn } from './chat.ts';

export const geminiCli: Importer = {
  id: 'gemini-cli',
  title: 'Gemini CLI chat',
  claim: ({ value }) => (chatIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
