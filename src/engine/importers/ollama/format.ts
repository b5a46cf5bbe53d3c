import * as v from 'valibot';
import {
  anyList,
  anyRecord,
  maybe,
  maybeCount,
  maybeNumber,
  maybeText,
  record,
} from '../../importing/values/schema.ts';

/**
 * Answers of Ollama's own API, complete or streamed line by line.
 * https://github.com/ollama/ollama/blob/main/docs/api.md
 */
export const Answer = record({
  model: v.string(),
  created_at: v.string(),
  done: v.boolean(),
  /** Of `/api/chat`. */
  message: maybe(anyRecord),
  /** Of `/api/generate`. */
  response: maybeText,
  thinking: maybeText,
  done_reason: maybeText,
  /** Nanoseconds. */
  total_duration: maybeNumber,
  prompt_eval_count: maybeCount,
  eval_count: maybeCount,
});
export type Answer = v.InferOutput<typeof Answer>;

export const Message = record({
  role: maybeText,
  content: maybeText,
  thinking: maybeText,
  tool_calls: maybe(anyList),
});

/** Arguments are a record; there are no ids. */
export const ToolCall = record({ id: maybeText, function: record({ name: v.string(), arguments: maybe(anyRecord) }) });
