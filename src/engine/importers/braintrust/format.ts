import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeNumber, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Rows of Braintrust's logs and experiments, one for each span.
 * https://www.braintrust.dev/docs/reference/api/Logs
 */
export const Row = record({
  id: maybeText,
  span_id: v.string(),
  root_span_id: v.string(),
  span_parents: maybe(anyList),
  span_attributes: maybe(record({ name: maybeText, type: maybeText })),
  /** When the row was made, where the metrics do not say when the span began. */
  created: maybeText,
  input: maybe(anyValue),
  output: maybe(anyValue),
  /** A text, or a record. */
  error: maybe(anyValue),
  metadata: maybe(anyRecord),
  /** `start` and `end` are seconds since 1970. */
  metrics: maybe(
    record({
      start: maybeNumber,
      end: maybeNumber,
      prompt_tokens: maybe(anyValue),
      completion_tokens: maybe(anyValue),
    }),
  ),
  scores: maybe(anyRecord),
  tags: maybe(anyList),
});
export type Row = v.InferOutput<typeof Row>;
