import type { Importer } from '../../importing/importer.ts';
import { sessionIn } from './shapes.ts';

export const goose: Importer = {
  id: 'goose',
  title: 'goose session',
  claim: ({ value }) => (sessionIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
