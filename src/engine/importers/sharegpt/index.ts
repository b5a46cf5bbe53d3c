import type { Importer } from '../../importing/importer.ts';
import { isDataSet } from './shapes.ts';

export const sharegpt: Importer = {
  id: 'sharegpt',
  title: 'ShareGPT conversations',
  claim: ({ value }) => (isDataSet(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
