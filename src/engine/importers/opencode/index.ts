import type { Importer } from '../../importing/importer.ts';
import { sessionIn } from './shapes.ts';

export const opencode: Importer = {
  id: 'opencode',
  title: 'opencode session',
  claim: ({ value }) => (sessionIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
