import type { Importer } from '../../importing/importer.ts';
import { isExport } from './shapes.ts';

export const claudeExport: Importer = {
  id: 'claude-export',
  title: 'Claude.ai conversations',
  claim: ({ value }) => (isExport(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
