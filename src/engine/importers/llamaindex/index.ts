import type { Importer } from '../../importing/importer.ts';
import { recordingsIn } from './shapes.ts';

export const llamaindex: Importer = {
  id: 'llamaindex',
  title: 'LlamaIndex messages or events',
  claim: ({ value }) => (recordingsIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
