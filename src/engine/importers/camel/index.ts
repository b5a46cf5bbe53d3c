import type { Importer } from '../../importing/importer.ts';
import { isChat } from './shapes.ts';

export const camel: Importer = {
  id: 'camel',
  title: 'CAMEL messages',
  claim: ({ value }) => (isChat(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
