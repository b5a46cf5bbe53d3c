import type { Importer } from '../../importing/importer.ts';
import { rowsOf } from './shapes.ts';

export const braintrust: Importer = {
  id: 'braintrust',
  title: 'Braintrust logs',
  claim: ({ value }) => (rowsOf(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
