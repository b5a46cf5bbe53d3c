import type { Importer } from '../../importing/importer.ts';
import { isAssistants } from './shapes.ts';

export const openaiAssistants: Importer = {
  id: 'openai-assistants',
  title: 'OpenAI Assistants',
  claim: ({ value }) => (isAssistants(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
