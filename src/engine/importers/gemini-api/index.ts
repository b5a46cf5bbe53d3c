import type { Importer } from '../../importing/importer.ts';
import { exchangeIn } from './shapes.ts';

export const geminiApi: Importer = {
  id: 'gemini-api',
  title: 'Gemini API',
  claim: ({ value }) => (exchangeIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
