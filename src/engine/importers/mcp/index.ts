import type { Importer } from '../../importing/importer.ts';
import { isMcp } from './shapes.ts';

export const mcp: Importer = {
  id: 'mcp',
  title: 'Model Context Protocol messages',
  claim: ({ value }) => (isMcp(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
