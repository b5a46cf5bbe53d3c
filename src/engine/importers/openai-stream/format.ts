import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * A streamed answer of Chat Completions: chunks, each with a piece of the text or of a call's arguments.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export const Chunk = record({
  object: v.literal('chat.completion.chunk'),
  id: maybeText,
  created: maybe(anyValue),
  model: maybeText,
  /** Empty in the chunk that contains the usage. */
  choices: anyList,
  usage: maybe(record({ prompt_tokens: maybeCount, completion_tokens: maybeCount })),
});
export type Chunk = v.InferOutput<typeof Chunk>;

export const Choice = record({
  index: maybeCount,
  /** Only in the last chunk. */
  finish_reason: maybeText,
  delta: record({
    content: maybeText,
    refusal: maybeText,
    /** The model's thoughts, which some providers stream. */
    reasoning_content: maybeText,
    tool_calls: maybe(anyList),
  }),
});
export type Delta = v.InferOutput<typeof Choice>['delta'];

/** A piece of the call with this index. Id and name arrive once, the arguments in pieces. */
export const CallPiece = record({
  index: maybeCount,
  id: maybeText,
  function: maybe(record({ name: maybeText, arguments: maybeText })),
});
