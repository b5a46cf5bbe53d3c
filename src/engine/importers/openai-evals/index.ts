import type { Importer } from '../../importing/importer.ts';
import { isLog } from './shapes.ts';

export const openaiEvals: Importer = {
  id: 'openai-evals',
  title: 'OpenAI Evals log',
  claim: ({ value }) => (isLog(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
