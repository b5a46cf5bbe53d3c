import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Spans of Datadog's LLM Observability, as its SDKs send them and as its API exports them.
 * https://docs.datadoghq.com/llm_observability/instrumentation/api/
 * https://docs.datadoghq.com/llm_observability/evaluations/export_api/
 */
const about = {
  /** `{messages}`, `{value}`, `{documents}`. */
  input: maybe(anyRecord),
  output: maybe(anyRecord),
  model_name: maybeText,
  tool_definitions: maybe(anyList),
};

export const Span = record({
  /** Text, or a number. */
  span_id: anyValue,
  trace_id: maybe(anyValue),
  /** `undefined`, empty or 0 where there is none. */
  parent_id: maybe(anyValue),
  name: maybeText,
  session_id: maybeText,
  ml_app: maybeText,
  tags: maybe(anyList),
  /** Nanoseconds since 1970, and how many more. */
  start_ns: anyValue,
  duration: maybe(anyValue),
  status: maybeText,
  status_message: maybeText,
  metrics: maybe(record({ input_tokens: maybe(anyValue), output_tokens: maybe(anyValue) })),
  meta: maybe(record({ ...about, error: maybe(anyRecord), 'error.message': maybeText })),
  ...about,
});
export type Span = v.InferOutput<typeof Span>;

export const Message = record({
  role: maybeText,
  content: maybe(anyValue),
  tool_call_id: maybeText,
  tool_id: maybeText,
  tool_calls: maybe(anyList),
  tool_results: maybe(anyList),
});

export const ToolCall = record({ name: v.string(), arguments: maybe(anyValue), tool_id: maybeText });

export const ToolResult = record({ name: maybeText, result: maybe(anyValue), tool_id: maybeText });
