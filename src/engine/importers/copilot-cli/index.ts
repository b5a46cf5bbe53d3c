import type { Importer } from '../../importing/importer.ts';
import { isCopilot } from './lines.ts';

export const copilotCli: Importer = {
  id: 'copilot-cli',
  title: 'Copilot CLI session',
  claim: ({ value }) => (isCopilot(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
