import type { Importer } from '../../importing/importer.ts';
import { isKimi } from './lines.ts';

export const kimi: Importer = {
  id: 'kimi',
  title: 'Kimi Code session',
  claim: ({ value }) => (isKimi(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
