import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Sessions of goose: JSON Lines as it kept them, and `goose session export`.
 * https://github.com/block/goose/tree/main/crates/goose/src/conversation
 */
export const Message = record({
  role: v.picklist(['user', 'assistant']),
  /** Seconds since 1970. */
  created: maybe(anyValue),
  content: anyList,
});
export type Message = v.InferOutput<typeof Message>;

/** The first line of a file, and what stands around the messages of an export. */
export const Header = record({
  id: maybeText,
  working_dir: maybeText,
  description: maybeText,
  name: maybeText,
  conversation: maybe(anyList),
  accumulated_input_tokens: maybeCount,
  accumulated_output_tokens: maybeCount,
});
export type Header = v.InferOutput<typeof Header>;

export const Content = record({
  type: v.string(),
  id: maybeText,
  text: maybeText,
  /** Of an image. */
  data: maybeText,
  mimeType: maybeText,
  toolCall: maybe(
    record({
      status: maybeText,
      value: maybe(record({ name: v.string(), arguments: maybe(anyValue) })),
      error: maybeText,
    }),
  ),
  /** `value` is a list of contents, or MCP's `{content, structuredContent, isError}`. */
  toolResult: maybe(record({ status: maybeText, value: maybe(anyValue), error: maybeText })),
});
export type Content = v.InferOutput<typeof Content>;

export const McpResult = record({ content: anyList, structuredContent: maybe(anyRecord), isError: maybe(v.boolean()) });
