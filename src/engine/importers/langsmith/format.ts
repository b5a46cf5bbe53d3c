import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Runs of LangSmith, as its page and its SDKs export them: a tree under `child_runs`, or a list with `parent_run_id`.
 * https://docs.langchain.com/langsmith/run-data-format
 */
export const Run = record({
  id: v.string(),
  trace_id: maybeText,
  parent_run_id: maybeText,
  name: maybeText,
  run_type: v.picklist(['llm', 'chain', 'tool', 'retriever', 'embedding', 'prompt', 'parser']),
  /** Times are UTC, whether or not they say so. */
  start_time: maybe(anyValue),
  end_time: maybe(anyValue),
  /** Values, or JSON as text. */
  inputs: maybe(anyValue),
  outputs: maybe(anyValue),
  error: maybeText,
  extra: maybe(record({ metadata: maybe(anyRecord), invocation_params: maybe(anyRecord) })),
  prompt_tokens: maybe(anyValue),
  completion_tokens: maybe(anyValue),
  child_runs: maybe(anyList),
  session_id: maybeText,
  tags: maybe(anyList),
  feedback_stats: maybe(anyRecord),
});
export type Run = v.InferOutput<typeof Run>;
