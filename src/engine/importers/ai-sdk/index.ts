import type { Importer } from '../../importing/importer.ts';
import { conversationIn } from './shapes.ts';

export const aiSdk: Importer = {
  id: 'ai-sdk',
  title: 'AI SDK messages',
  claim: ({ value }) => (conversationIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
