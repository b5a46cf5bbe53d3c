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

/** A print that ends at some depth has an ellipsis for the calls of a message: it stands for one at least. */
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
  /** Of the speaker; on `tool` and `function` messages, of the function. */
  name: maybeText,
  /** Of the function, as Ollama has it. */
  tool_name: maybeText,
  refusal: maybeText,
  /** Of DeepSeek and those who speak its way. */
  reasoning_content: maybeText,
  tool_calls: maybe(callList),
  /** Until 2023: one call without an id, answered by a `function` message. */
  function_call: maybe(FunctionCall),
  tool_call_id: maybeText,
  /** Not OpenAI's, but written by many logs and tables. */
  timestamp: maybe(anyValue),
  created_at: maybe(anyValue),
  createdAt: maybe(anyValue),
});
export type Message = v.InferOutput<typeof Message>;

/** True only of a message that `Message` passes as it stands: long recordings have hundreds of thousands. False says nothing. */
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

/** A request, a response, or a log's record that holds both. */
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
