import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Messages of the AI SDK: those of its pages (`UIMessage`, versions 4 to 6; Mastra stores the same) and those for the model
 * (`ModelMessage`). https://ai-sdk.dev/docs/reference/ai-sdk-core/ui-message, https://ai-sdk.dev/docs/reference/ai-sdk-core/model-message
 */
export const UiMessage = record({
  role: v.picklist(['system', 'user', 'assistant']),
  parts: maybe(anyList),
  /** Version 4: the whole text. Mastra: `{format, parts}`. */
  content: maybe(anyValue),
  /** Version 4, if there are no parts. */
  toolInvocations: maybe(anyList),
  createdAt: maybe(anyValue),
  /** Any data of the page; often the tokens of the answer. */
  metadata: maybe(record({ usage: maybe(anyValue), totalUsage: maybe(anyValue), model: maybeText })),
});
export type UiMessage = v.InferOutput<typeof UiMessage>;

/** A message in Mastra's storage. */
export const MastraContent = record({ parts: anyList });

export const Part = record({
  type: v.string(),
  text: maybeText,
  /** Version 4. */
  toolInvocation: maybe(anyValue),
  /** A file. */
  mediaType: maybeText,
  mimeType: maybeText,
  url: maybeText,
  data: maybe(anyValue),
  filename: maybeText,
});
export type Part = v.InferOutput<typeof Part>;

/** A call and its result: a separate part since version 5, under `toolInvocation` before. */
export const Invocation = record({
  toolCallId: maybeText,
  toolName: maybeText,
  state: maybeText,
  input: maybe(anyValue),
  args: maybe(anyValue),
  output: maybe(anyValue),
  result: maybe(anyValue),
  errorText: maybeText,
  approval: maybe(record({ approved: maybe(v.boolean()), reason: maybeText })),
});
export type Invocation = v.InferOutput<typeof Invocation>;

/**
 * The result of generateText, as JSON, or one of its steps: `messages` also contains those of earlier steps.
 * https://ai-sdk.dev/docs/reference/ai-sdk-core/generate-text
 */
export const Generated = record({
  response: record({ messages: anyList, modelId: maybeText, timestamp: maybe(anyValue) }),
  finishReason: maybeText,
  usage: maybe(anyValue),
});
export type Generated = v.InferOutput<typeof Generated>;

/** Version 5 writes its steps alone. */
export const WithSteps = record({ steps: anyList });

/**
 * A piece of a stream: of the stream for a page, or of `fullStream`.
 * https://ai-sdk.dev/docs/ai-sdk-ui/stream-protocol, https://ai-sdk.dev/docs/reference/ai-sdk-core/stream-text,
 * https://github.com/mastra-ai/mastra/blob/main/packages/core/src/stream/types.ts
 */
export const Piece = record({
  type: v.string(),
  /** The new piece of a text: `delta` for a page, `text` or, in version 4, `textDelta` in `fullStream`. */
  delta: maybeText,
  text: maybeText,
  textDelta: maybeText,
  toolCallId: maybeText,
  toolName: maybeText,
  input: maybe(anyValue),
  args: maybe(anyValue),
  output: maybe(anyValue),
  result: maybe(anyValue),
  /** An output that another one will replace. */
  preliminary: maybe(v.boolean()),
  errorText: maybeText,
  error: maybe(anyValue),
  url: maybeText,
  mediaType: maybeText,
  usage: maybe(anyValue),
  finishReason: maybeText,
  response: maybe(record({ modelId: maybeText, timestamp: maybe(anyValue) })),
  /** In Mastra's steps, whose `usage` is in `output`, and which have all messages so far. */
  stepResult: maybe(record({ reason: maybeText })),
  metadata: maybe(record({ modelId: maybeText, timestamp: maybe(anyValue) })),
  messages: maybe(record({ all: maybe(anyList) })),
});
export type Piece = v.InferOutput<typeof Piece>;
