import type { Importer } from '../../importing/importer.ts';
import { triesIn } from './shapes.ts';

export const swarmEvals: Importer = {
  id: 'swarm-evals',
  title: 'Swarm evaluation',
  claim: ({ value }) => (triesIn(value).length === 0 ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
