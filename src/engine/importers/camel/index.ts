import type { Importer } from '../importer.ts';
import { chatIn } from './shapes.ts';

export const camel: Importer = {
  id: 'camel',
  title: 'CAMEL messages',
  claim: ({ value }) => (chatIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
