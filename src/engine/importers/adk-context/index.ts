import type { Importer } from '../../importing/importer.ts';
import { isEvent, snapshotIn } from './format.ts';

export const adkContext: Importer = {
  id: 'adk-context',
  title: 'langchain_adk context, session or events',
  claim: ({ value }) => (snapshotIn(value) === undefined ? 'no' : 'certain'),
  holdsContext: true,
  goesOn: isEvent,
  load: async () => (await import('./read.ts')).read,
};
