import type { Importer } from '../../importing/importer.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { isEvent } from './format.ts';

/** How many events are examined: other output may be printed among them. */
const sample = 20;

export const langchainEvents: Importer = {
  id: 'langchain-events',
  title: 'LangChain events',
  claim({ value }) {
    const first = firstValues(value, sample);
    const events = first.filter(isEvent).length;
    return events > 0 && events * 2 > first.length ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
