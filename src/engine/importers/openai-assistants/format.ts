import * as v from 'valibot';
import { anyList, anyValue, maybe, maybeCount, maybeText, record } from '../../importing/values/schema.ts';

/**
 * The Assistants API of OpenAI: messages of a thread, runs and their steps, lists and streams of them.
 * https://platform.openai.com/docs/api-reference/messages/object, https://platform.openai.com/docs/api-reference/run-steps/step-object
 */
export const Message = record({
  object: v.literal('thread.message'),
  id: v.string(),
  thread_id: maybeText,
  role: v.string(),
  /** Seconds since 1970. */
  created_at: maybe(anyValue),
  content: maybe(anyList),
});
export type Message = v.InferOutput<typeof Message>;

/** `{type: "text", text: {value}}`, `{type: "image_file", image_file: {file_id}}`, `{type: "image_url", image_url: {url}}` */
export const Content = record({
  type: v.string(),
  text: maybe(record({ value: v.string() })),
  image_file: maybe(record({ file_id: v.string() })),
  image_url: maybe(record({ url: v.string() })),
  refusal: maybeText,
});

const Failure = record({ code: maybeText, message: maybeText });
const Usage = record({ prompt_tokens: maybeCount, completion_tokens: maybeCount });

export const Step = record({
  object: v.literal('thread.run.step'),
  id: v.string(),
  thread_id: maybeText,
  status: maybeText,
  created_at: maybe(anyValue),
  usage: maybe(Usage),
  last_error: maybe(Failure),
  step_details: record({
    type: v.string(),
    message_creation: maybe(record({ message_id: v.string() })),
    tool_calls: maybe(anyList),
  }),
});
export type Step = v.InferOutput<typeof Step>;

export const ToolCall = record({
  id: maybeText,
  type: v.string(),
  function: maybe(record({ name: v.string(), arguments: maybe(anyValue), output: maybe(anyValue) })),
  code_interpreter: maybe(record({ input: maybe(anyValue), outputs: maybe(anyList) })),
  file_search: maybe(record({ results: maybe(anyList) })),
});

export const Run = record({
  object: v.literal('thread.run'),
  id: v.string(),
  thread_id: maybeText,
  status: maybeText,
  model: maybeText,
  instructions: maybeText,
  tools: maybe(anyList),
  last_error: maybe(Failure),
});
export type Run = v.InferOutput<typeof Run>;

export const Tool = record({ type: v.string(), function: maybe(record({ name: v.string() })) });
