import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Message histories of Pydantic AI, printed (`result.all_messages()`) or as JSON (`all_messages_json()`).
 * https://ai.pydantic.dev/message-history/
 * https://ai.pydantic.dev/api/messages/
 */
export const Message = record({
  parts: anyList,
  /** Printed messages may do without: then their class says it. */
  kind: maybe(v.picklist(['request', 'response'])),
  timestamp: maybe(anyValue),
  instructions: maybeText,
  model_name: maybeText,
  /** `input_tokens`, `output_tokens`; `request_tokens`, `response_tokens` before version 1. */
  usage: maybe(anyRecord),
  finish_reason: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

export const Part = record({
  part_kind: maybeText,
  content: maybe(anyValue),
  timestamp: maybe(anyValue),
  tool_name: maybeText,
  args: maybe(anyValue),
  tool_call_id: maybeText,
  /** `success`, `failed` or `denied`. */
  outcome: maybeText,
});
export type Part = v.InferOutput<typeof Part>;

/** What a part is, by the class it was printed as; JSON has the same word under `part_kind`. */
export const partKinds: { readonly [type: string]: string | undefined } = {
  SystemPromptPart: 'system-prompt',
  UserPromptPart: 'user-prompt',
  ToolReturnPart: 'tool-return',
  BuiltinToolReturnPart: 'builtin-tool-return',
  RetryPromptPart: 'retry-prompt',
  TextPart: 'text',
  ThinkingPart: 'thinking',
  ToolCallPart: 'tool-call',
  BuiltinToolCallPart: 'builtin-tool-call',
  FilePart: 'file',
};
