import type { Importer } from '../../importing/importer.ts';
import { isExport } from './shapes.ts';

export const chatgptExport: Importer = {
  id: 'chatgpt-export',
  title: 'ChatGPT conversations',
  claim: ({ value }) => (isExport(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
