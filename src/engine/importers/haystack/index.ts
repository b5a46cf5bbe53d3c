import type { Importer } from '../../importing/importer.ts';
import { messagesIn } from './shapes.ts';

export const haystack: Importer = {
  id: 'haystack',
  title: 'Haystack messages',
  claim: ({ value }) => (messagesIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
