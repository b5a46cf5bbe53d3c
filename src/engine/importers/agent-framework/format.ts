import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A conversation of Microsoft's Agent Framework, as its tau²-bench runner writes one in each line.
 * https://github.com/microsoft/agent-framework/blob/main/python/packages/core/agent_framework/_types.py (ChatMessage)
 */
export const Run = record({
  messages: anyList,
  id: maybe(anyValue),
  evaluation: maybe(anyRecord),
  config: maybe(record({ assistant: maybe(record({ model: maybeText })) })),
  termination_reason: maybeText,
});
export type Run = v.InferOutput<typeof Run>;

export const Message = record({
  role: v.union([v.string(), record({ value: v.string() })]),
  contents: anyList,
  author_name: maybeText,
  created_at: maybe(anyValue),
});
export type Message = v.InferOutput<typeof Message>;

export const Content = record({
  type: v.string(),
  text: maybeText,
  call_id: maybeText,
  name: maybeText,
  arguments: maybe(anyValue),
  result: maybe(anyValue),
  exception: maybe(anyValue),
  details: maybe(record({ input_token_count: maybeCount, output_token_count: maybeCount })),
});
export type Content = v.InferOutput<typeof Content>;
