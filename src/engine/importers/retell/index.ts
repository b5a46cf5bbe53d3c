import type { Importer } from '../../importing/importer.ts';
import { callsIn } from './shapes.ts';

export const retell: Importer = {
  id: 'retell',
  title: 'Retell call',
  claim: ({ value }) => (callsIn(value).length === 0 ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
