import type { Importer } from '../../importing/importer.ts';
import { isExport } from './shapes.ts';

export const langsmith: Importer = {
  id: 'langsmith',
  title: 'LangSmith runs',
  claim: ({ value }) => (isExport(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
