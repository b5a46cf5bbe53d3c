import type { Importer } from '../../importing/importer.ts';
import { callFileIn } from './shapes.ts';

export const evaCall: Importer = {
  id: 'eva-call',
  title: 'EVA call',
  claim: ({ value }) => (callFileIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
