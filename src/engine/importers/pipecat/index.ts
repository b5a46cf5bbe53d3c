import type { Importer } from '../../importing/importer.ts';

/** The reader of the text recognises these logs by their lines; nothing else has its syntax. */
export const pipecat: Importer = {
  id: 'pipecat',
  title: 'Pipecat log',
  claim: ({ syntax, value }) => (syntax === 'loguru' && Array.isArray(value) ? 'certain' : 'no'),
  load: async () => {
    const { open } = await import('./read.ts');
    return ({ value }) => open([{ value, place: [] }]);
  },
};
