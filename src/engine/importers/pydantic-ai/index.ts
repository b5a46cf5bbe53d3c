import type { Importer } from '../../importing/importer.ts';
import { historyIn } from './shapes.ts';

export const pydanticAi: Importer = {
  id: 'pydantic-ai',
  title: 'Pydantic AI messages',
  claim: (document) => (historyIn(document) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
