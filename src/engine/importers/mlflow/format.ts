import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Traces of MLflow as JSON (`Trace.to_json()`, what its page downloads), of versions 2 and 3.
 * https://mlflow.org/docs/latest/genai/concepts/trace/, https://mlflow.org/docs/latest/genai/concepts/span/
 */
export const Trace = record({
  info: record({
    trace_id: maybeText,
    request_id: maybeText,
    state: maybeText,
    status: maybeText,
    tags: maybe(anyRecord),
    trace_metadata: maybe(anyRecord),
    request_metadata: maybe(anyRecord),
    assessments: maybe(anyList),
  }),
  data: record({ spans: anyList }),
});
export type Trace = v.InferOutput<typeof Trace>;

export const Span = record({
  name: v.string(),
  /** Each value is JSON as text: `"mlflow.spanType": "\"LLM\""`. */
  attributes: anyRecord,
  /** Version 3. Times are nanoseconds since 1970. */
  span_id: maybeText,
  parent_span_id: maybeText,
  start_time_unix_nano: maybe(anyValue),
  end_time_unix_nano: maybe(anyValue),
  status: maybe(record({ code: maybeText, message: maybeText })),
  /** Version 2. */
  context: maybe(record({ span_id: v.string() })),
  parent_id: maybeText,
  start_time: maybe(anyValue),
  end_time: maybe(anyValue),
  status_code: maybeText,
  status_message: maybeText,
  events: maybe(anyList),
});
export type Span = v.InferOutput<typeof Span>;

/** Of the kind `exception`. */
export const ExceptionEvent = record({ name: v.literal('exception'), attributes: anyRecord });
