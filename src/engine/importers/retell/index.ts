import type { Importer } from '../../importing/importer.ts';
import { callIn } from './shapes.ts';

export const retell: Importer = {
  id: 'retell',
  title: 'Retell call',
  claim: ({ value }) => (callIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
