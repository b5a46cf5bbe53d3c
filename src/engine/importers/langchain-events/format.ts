import type { Value } from '../../model/value.ts';
import { fits, textAt } from '../../importing/values/where.ts';

/**
 * The output of LangChain's `astream_events`, one record for each event of a run, versions 1 and 2.
 * https://python.langchain.com/api_reference/core/runnables/langchain_core.runnables.schema.StreamEvent.html
 */
export const isEvent = (value: Value): boolean =>
  fits(value, { event: 'text', run_id: 'text', name: 'text', data: 'record' }) &&
  /^on_(?:[a-z_]+_(?:start|stream|end|error)|custom_event)$/.test(textAt(value, 'event') ?? '');
