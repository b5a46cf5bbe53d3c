import type { Importer } from '../../importing/importer.ts';
import { isClaudeCode } from './lines.ts';

export const claudeCode: Importer = {
  id: 'claude-code',
  title: 'Claude Code transcript',
  claim: ({ value }) => (isClaudeCode(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
