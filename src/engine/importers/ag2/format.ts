import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Chats of AG2, and of AutoGen before version 0.4: `ChatResult`, `agent.chat_messages`, the messages of either, and the
 * output that agents print while they talk.
 * https://github.com/ag2ai/ag2/blob/main/autogen/agentchat/chat.py
 * https://github.com/ag2ai/ag2/blob/main/autogen/agentchat/conversable_agent.py
 */
export const Message = record({
  content: maybe(anyValue),
  /** From the view of the agent that owns these messages: its own messages always have the role `assistant`. */
  role: maybeText,
  /** The speaker; in a `function` message, the function. */
  name: maybeText,
  tool_calls: maybe(anyList),
  /** The results of the calls of the message before. */
  tool_responses: maybe(anyList),
  /** Until 2023: one call without an id, answered by a `function` message. */
  function_call: maybe(record({ name: v.string(), arguments: maybe(anyValue) })),
  tool_call_id: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

export const ToolCall = record({
  id: maybeText,
  function: record({ name: v.string(), arguments: maybe(anyValue) }),
});

export const ToolResponse = record({
  tool_call_id: maybeText,
  /** Only the printed output has it. */
  name: maybeText,
  content: maybe(anyValue),
});

export const ChatResult = record({
  chat_history: anyList,
  summary: maybe(anyValue),
  /** `{usage_including_cached_inference: {total_cost, <model>: {prompt_tokens, completion_tokens}}}` */
  cost: maybe(anyRecord),
  human_input: maybe(anyList),
});
