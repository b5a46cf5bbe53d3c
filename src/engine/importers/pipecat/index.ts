import type { Importer } from '../../importing/importer.ts';

/** A log that its reader knows is nobody else’s. */
export const pipecat: Importer = {
  id: 'pipecat',
  title: 'Pipecat log',
  claim: ({ syntax, value }) => (syntax === 'loguru' && Array.isArray(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
