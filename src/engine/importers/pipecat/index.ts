import type { Importer } from '../../importing/importer.ts';

/** The text reader recognises these logs by their lines and marks them with its own syntax, which no other format has. */
export const pipecat: Importer = {
  id: 'pipecat',
  title: 'Pipecat log',
  claim: ({ syntax, value }) => (syntax === 'loguru' && Array.isArray(value) ? 'certain' : 'no'),
  load: async () => {
    const { open } = await import('./read.ts');
    return ({ value }) => open([{ value, place: [] }]);
  },
};
