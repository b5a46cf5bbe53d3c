import type { Importer } from '../../importing/importer.ts';
import { isOllama } from './shapes.ts';

export const ollama: Importer = {
  id: 'ollama',
  title: 'Ollama answers',
  claim: ({ value }) => (isOllama(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
