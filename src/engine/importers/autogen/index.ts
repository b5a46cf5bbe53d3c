import type { Importer } from '../../importing/importer.ts';
import { chatIn } from './shapes.ts';

export const autogen: Importer = {
  id: 'autogen',
  title: 'AutoGen messages',
  claim: (document) => (chatIn(document) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
