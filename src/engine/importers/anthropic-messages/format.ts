import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

const Usage = record({
  input_tokens: maybeCount,
  output_tokens: maybeCount,
  cache_creation_input_tokens: maybeCount,
  cache_read_input_tokens: maybeCount,
});

/**
 * The Messages API of Anthropic: messages, requests, responses.
 * https://docs.anthropic.com/en/api/messages
 */
export const Message = record({ role: v.picklist(['user', 'assistant', 'system']), content: anyValue });

export const Request = record({
  messages: anyList,
  model: maybeText,
  max_tokens: maybeCount,
  tools: maybe(anyList),
  system: maybe(anyValue),
});

export const Response = record({
  type: v.literal('message'),
  role: v.literal('assistant'),
  content: anyList,
  id: maybeText,
  model: maybeText,
  stop_reason: maybeText,
  usage: maybe(Usage),
});
export type Response = v.InferOutput<typeof Response>;

/** https://docs.anthropic.com/en/docs/build-with-claude/streaming */
export const StreamEvent = record({
  type: v.string(),
  index: maybeCount,
  message: maybe(anyRecord),
  content_block: maybe(anyRecord),
  delta: maybe(anyRecord),
  usage: maybe(Usage),
});
export type StreamEvent = v.InferOutput<typeof StreamEvent>;

export const Tool = record({ name: v.string() });
