import type { Importer } from '../../importing/importer.ts';
import { trajectoryIn } from './shapes.ts';

export const atif: Importer = {
  id: 'atif',
  title: 'ATIF trajectory',
  claim: ({ value }) => (trajectoryIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
