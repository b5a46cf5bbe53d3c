import type { Importer } from '../../importing/importer.ts';
import { chatsIn } from './shapes.ts';

export const ag2: Importer = {
  id: 'ag2',
  title: 'AG2 or AutoGen 0.2 chat',
  claim: (document) => (chatsIn(document).length === 0 ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
