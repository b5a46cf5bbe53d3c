import * as v from 'valibot';
import { anyRecord, anyValue, maybe, record } from '../../importing/values/schema.ts';

/**
 * The output of LangChain's `astream_events`, one record for each event of a run, versions 1 and 2.
 * https://python.langchain.com/api_reference/core/runnables/langchain_core.runnables.schema.StreamEvent.html
 */
export const Event = record({
  event: v.pipe(v.string(), v.regex(/^on_(?:[a-z_]+_(?:start|stream|end|error)|custom_event)$/)),
  run_id: v.string(),
  name: v.string(),
  /** The outermost first; version 1 has none. */
  parent_ids: maybe(v.array(v.string())),
  data: record({
    input: maybe(anyValue),
    output: maybe(anyValue),
    chunk: maybe(anyValue),
    error: maybe(anyValue),
  }),
  metadata: maybe(anyRecord),
});
export type Event = v.InferOutput<typeof Event>;
