import type { Importer } from '../../importing/importer.ts';
import { isExecStream, isRollout } from './lines.ts';

export const codex: Importer = {
  id: 'codex',
  title: 'Codex rollout',
  claim: ({ value }) => (isRollout(value) || isExecStream(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
