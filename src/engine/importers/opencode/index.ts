import type { Importer } from '../../importing/importer.ts';
import { messagesIn } from './shapes.ts';

export const opencode: Importer = {
  id: 'opencode',
  title: 'opencode session',
  claim: ({ value }) => (messagesIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
