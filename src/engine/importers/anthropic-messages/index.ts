import type { Importer } from '../../importing/importer.ts';
import { conversationIn } from './shapes.ts';

export const anthropicMessages: Importer = {
  id: 'anthropic-messages',
  title: 'Anthropic messages',
  claim: ({ value }) => (conversationIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
