import type { Importer } from '../../importing/importer.ts';
import { exportsIn } from './shapes.ts';

export const langfuse: Importer = {
  id: 'langfuse',
  title: 'Langfuse traces',
  claim: ({ value }) => (exportsIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
