import * as v from 'valibot';
import {
  anyList,
  anyRecord,
  anyValue,
  maybe,
  maybeCount,
  maybeNumber,
  maybeText,
  record,
} from '../../importing/values/schema.ts';

/**
 * The Converse API of Amazon Bedrock: messages, requests, responses, invocation logs; Strands Agents keep the same messages.
 * https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_Converse.html
 */
export const Message = record({ role: v.picklist(['user', 'assistant']), content: anyList });
export type Message = v.InferOutput<typeof Message>;

/** A block is a union: exactly one of its keys is there. https://docs.aws.amazon.com/bedrock/latest/APIReference/API_runtime_ContentBlock.html */
export const Block = record({
  text: maybeText,
  toolUse: maybe(record({ toolUseId: maybeText, name: v.string(), input: maybe(anyValue) })),
  toolResult: maybe(record({ toolUseId: maybeText, content: maybe(anyList), status: maybeText })),
  reasoningContent: maybe(anyRecord),
  image: maybe(anyRecord),
  document: maybe(anyRecord),
  video: maybe(anyRecord),
  audio: maybe(anyRecord),
  guardContent: maybe(anyRecord),
  cachePoint: maybe(anyRecord),
  citationsContent: maybe(anyRecord),
});
export type Block = v.InferOutput<typeof Block>;

export const blockKeys: ReadonlySet<string> = new Set(Object.keys(Block.pipe[2].entries));

export const Request = record({
  messages: anyList,
  modelId: maybeText,
  system: maybe(anyList),
  toolConfig: maybe(record({ tools: maybe(anyList) })),
});
export type Request = v.InferOutput<typeof Request>;

export const Tool = record({ toolSpec: record({ name: v.string() }) });

export const Response = record({
  output: record({ message: Message }),
  stopReason: maybeText,
  usage: maybe(
    record({
      inputTokens: maybeCount,
      outputTokens: maybeCount,
      cacheReadInputTokens: maybeCount,
      cacheWriteInputTokens: maybeCount,
    }),
  ),
  metrics: maybe(record({ latencyMs: maybeNumber })),
});
export type Response = v.InferOutput<typeof Response>;

/** https://docs.aws.amazon.com/bedrock/latest/userguide/model-invocation-logging.html */
export const InvocationLog = record({
  modelId: maybeText,
  timestamp: maybe(anyValue),
  input: record({ inputBodyJson: Request }),
  output: maybe(record({ outputBodyJson: maybe(Response) })),
});
