import type { Importer } from '../../importing/importer.ts';
import { agentsIn, messagesIn } from './shapes.ts';

export const letta: Importer = {
  id: 'letta',
  title: 'Letta messages and agent files',
  claim: ({ value }) => (messagesIn(value) !== undefined || agentsIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
