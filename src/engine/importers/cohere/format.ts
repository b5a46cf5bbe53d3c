import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Answers of Cohere's Chat API, versions 1 and 2. Requests of version 2 are messages as in Chat Completions.
 * https://docs.cohere.com/v1/reference/chat, https://docs.cohere.com/reference/chat
 */
const Tokens = record({ input_tokens: maybeCount, output_tokens: maybeCount });

export const AnswerV1 = record({
  text: v.string(),
  generation_id: maybeText,
  /** The whole conversation, this answer included. */
  chat_history: maybe(anyList),
  tool_calls: maybe(anyList),
  finish_reason: maybeText,
  meta: maybe(record({ tokens: maybe(Tokens) })),
});
export type AnswerV1 = v.InferOutput<typeof AnswerV1>;

/** `{role: USER | CHATBOT | SYSTEM, message}`, or `{role: TOOL, tool_results}`. */
export const MessageV1 = record({
  role: v.picklist(['USER', 'CHATBOT', 'SYSTEM', 'TOOL']),
  message: maybeText,
  tool_calls: maybe(anyList),
  tool_results: maybe(anyList),
});

export const CallV1 = record({ name: v.string(), parameters: maybe(anyValue) });
export const ResultV1 = record({ call: CallV1, outputs: maybe(anyValue) });

export const AnswerV2 = record({
  id: maybeText,
  finish_reason: v.string(),
  message: record({
    role: v.literal('assistant'),
    content: maybe(anyList),
    /** What the model means to do, in words to nobody. */
    tool_plan: maybeText,
    tool_calls: maybe(anyList),
  }),
  usage: maybe(record({ tokens: maybe(Tokens) })),
});
export type AnswerV2 = v.InferOutput<typeof AnswerV2>;

export const CallV2 = record({ id: maybeText, function: record({ name: v.string(), arguments: maybe(anyValue) }) });
