import type { Importer } from '../../importing/importer.ts';
import { callsIn } from './shapes.ts';

export const weave: Importer = {
  id: 'weave',
  title: 'W&B Weave calls',
  claim: ({ value }) => (callsIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
