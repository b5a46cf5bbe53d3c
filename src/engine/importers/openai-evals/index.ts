import type { Importer } from '../../importing/importer.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';
import { isEvent } from './format.ts';

export const openaiEvals: Importer = {
  id: 'openai-evals',
  title: 'OpenAI Evals log',
  // The specification and a few events are enough to recognise a log.
  claim: ({ value }) =>
    firstValues(value, 5).some((line) => isEvent(line) && fits(line, { event_id: 'there' })) ? 'certain' : 'no',
  load: async () => (await import('./read.ts')).read,
};
