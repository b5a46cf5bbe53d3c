import type { Importer } from '../../importing/importer.ts';
import type { Value } from '../../model/value.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { fits, textAt } from '../../importing/values/where.ts';

/** How many events are examined: other output may be printed among them. */
const sample = 20;

/**
 * The output of LangChain's `astream_events`, one record for each event of a run, versions 1 and 2.
 * https://python.langchain.com/api_reference/core/runnables/langchain_core.runnables.schema.StreamEvent.html
 */
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

export const isEvent = (value: Value): boolean =>
  fits(value, { event: 'text', run_id: 'text', name: 'text', data: 'record' }) &&
  /^on_(?:[a-z_]+_(?:start|stream|end|error)|custom_event)$/.test(textAt(value, 'event') ?? '');
