import * as v from 'valibot';
import { isRecord, Unknown, type RecordValue, type Value } from '../../model/value.ts';
import { anyList, anyRecord, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Chat Completions: messages, request and response bodies.
 * https://platform.openai.com/docs/api-reference/chat
 */
const roles: readonly unknown[] = ['system', 'developer', 'user', 'assistant', 'tool', 'function'];

export const isRole = (role: unknown): boolean => roles.includes(role);

const FunctionCall = record({ name: v.string(), arguments: maybe(anyValue) });

export const ToolCall = record({
  id: maybeText,
  function: maybe(FunctionCall),
  /** Tools with free-form input. */
  custom: maybe(record({ name: v.string(), input: maybe(anyValue) })),
});

/** A print with a depth limit writes an ellipsis for the calls of a message. The ellipsis represents at least one call. */
const callList = v.union([
  anyList,
  v.pipe(
    v.instance(Unknown),
    v.transform((elided): readonly Value[] => [elided]),
  ),
]);

export const Message = record({
  role: v.string(),
  content: maybe(anyValue),
  /** Name of the speaker; on `tool` and `function` messages, name of the function. */
  name: maybeText,
  /** Name of the function, in Ollama's form. */
  tool_name: maybeText,
  refusal: maybeText,
  /** DeepSeek and compatible providers. */
  reasoning_content: maybeText,
  tool_calls: maybe(callList),
  /** Until 2023: one call without an id. A `function` message answers it. */
  function_call: maybe(FunctionCall),
  tool_call_id: maybeText,
  /** Not part of OpenAI's API, but many logs and tables write it. */
  timestamp: maybe(anyValue),
  created_at: maybe(anyValue),
  createdAt: maybe(anyValue),
});
export type Message = v.InferOutput<typeof Message>;

/**
 * True only for a message that `Message` accepts unchanged. This check is faster, and long recordings have hundreds of
 * thousands of messages. False means only that the check does not know.
 */
export function isPlainMessage(value: Value): value is RecordValue & Message {
  if (!isRecord(value)) return false;
  const { role, name, tool_name, refusal, reasoning_content, tool_calls, function_call, tool_call_id } = value;
  return (
    typeof role === 'string' &&
    isTextOrAbsent(name) &&
    isTextOrAbsent(tool_name) &&
    isTextOrAbsent(refusal) &&
    isTextOrAbsent(reasoning_content) &&
    isTextOrAbsent(tool_call_id) &&
    (tool_calls === undefined || Array.isArray(tool_calls)) &&
    function_call === undefined
  );
}

const isTextOrAbsent = (value: Value | undefined): boolean => value === undefined || typeof value === 'string';

const Usage = record({
  prompt_tokens: maybeCount,
  completion_tokens: maybeCount,
  completion_tokens_details: maybe(anyValue),
});

export const Choice = record({ message: anyRecord, finish_reason: maybeText });

/** A request, a response, or a log record that contains both. */
export const Body = record({
  messages: maybe(anyList),
  tools: maybe(anyList),
  functions: maybe(anyList),
  model: maybeText,
  choices: maybe(anyList),
  usage: maybe(Usage),
  /** Seconds since 1970. */
  created: maybe(anyValue),
});
export type Body = v.InferOutput<typeof Body>;

/** https://github.com/ollama/ollama/blob/main/docs/api.md#generate-a-chat-completion */
export const OllamaAnswer = record({
  message: anyRecord,
  done: v.boolean(),
  model: maybeText,
  done_reason: maybeText,
  prompt_eval_count: maybeCount,
  eval_count: maybeCount,
});

/** `{type: "function", function: {name}}`, or the older `{name}`. */
export const Tool = record({
  name: maybeText,
  function: maybe(record({ name: maybeText })),
  custom: maybe(record({ name: maybeText })),
});
