import type { Importer } from '../../importing/importer.ts';
import { messagesIn } from './shapes.ts';

export const semanticKernel: Importer = {
  id: 'semantic-kernel',
  title: 'Semantic Kernel chat history',
  claim: ({ value }) => (messagesIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
