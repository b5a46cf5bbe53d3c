import type { Importer } from '../../importing/importer.ts';
import { evalCasesIn } from './format.ts';

export const adkEvalset: Importer = {
  id: 'adk-evalset',
  title: 'Google ADK eval set',
  claim: ({ value }) => (evalCasesIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
