import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The Responses API: items, response objects, conversation item lists, streamed events.
 * https://platform.openai.com/docs/api-reference/responses
 */
export const Response = record({
  id: maybeText,
  output: anyList,
  /** Only in logs that store request and response in one record. */
  input: maybe(anyValue),
  model: maybeText,
  status: maybeText,
  tools: maybe(anyList),
  usage: maybe(record({ input_tokens: maybeCount, output_tokens: maybeCount })),
  error: maybe(record({ message: maybeText, code: maybeText })),
  incomplete_details: maybe(record({ reason: maybeText })),
  previous_response_id: maybeText,
  /** Seconds since 1970. */
  created_at: maybe(anyValue),
});
export type Response = v.InferOutput<typeof Response>;

export const Request = record({ input: anyValue, model: maybeText, tools: maybe(anyList) });
export type Request = v.InferOutput<typeof Request>;

/** https://platform.openai.com/docs/api-reference/conversations/list-items */
export const ItemList = record({ object: v.literal('list'), data: anyList, has_more: maybe(v.boolean()) });

/** A line of a recorded stream. https://platform.openai.com/docs/api-reference/responses-streaming */
export const StreamEvent = record({
  type: v.string(),
  response: maybe(anyRecord),
  item: maybe(anyRecord),
  output_index: maybeCount,
  /** For `response.output_text.delta` and similar events. */
  delta: maybeText,
  message: maybeText,
});
