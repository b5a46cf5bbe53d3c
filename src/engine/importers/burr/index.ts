import type { Importer } from '../../importing/importer.ts';
import { linesIn, stateIn } from './shapes.ts';

export const burr: Importer = {
  id: 'burr',
  title: 'Burr tracker logs and states',
  claim: ({ value }) => (linesIn(value) !== undefined || stateIn(value) !== undefined ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
