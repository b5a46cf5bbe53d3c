import type { Importer } from '../../importing/importer.ts';
import { isExecStream } from './exec-shape.ts';
import { isCodex } from './lines.ts';

export const codex: Importer = {
  id: 'codex',
  title: 'Codex rollout',
  claim: ({ value }) => (isCodex(value) || isExecStream(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
