import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * LlamaIndex: chat messages, chat stores, and the events of an agent's workflow, printed or as JSON.
 * https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/base/llms/types.py
 * https://github.com/run-llama/llama_index/blob/main/llama-index-core/llama_index/core/agent/workflow/workflow_events.py
 */
export const Message = record({
  role: v.string(),
  additional_kwargs: anyRecord,
  blocks: maybe(anyList),
  /** Until 2024: the whole text in one field. */
  content: maybe(anyValue),
});
export type Message = v.InferOutput<typeof Message>;

export const Block = record({
  block_type: maybeText,
  text: maybeText,
  tool_call_id: maybeText,
  tool_name: maybeText,
  tool_kwargs: maybe(anyValue),
  url: maybe(anyValue),
  path: maybe(anyValue),
  image: maybe(anyValue),
  audio: maybe(anyValue),
  video: maybe(anyValue),
  data: maybe(anyValue),
  image_mimetype: maybeText,
  video_mimetype: maybeText,
  document_mimetype: maybeText,
});
export type Block = v.InferOutput<typeof Block>;

/** A call of an OpenAI answer, as kept in `additional_kwargs.tool_calls`. */
export const OpenAiCall = record({
  id: maybeText,
  function: record({ name: v.string(), arguments: maybe(anyValue) }),
});

/** `ToolSelection`, and the event `ToolCall`. */
export const ToolSelection = record({ tool_id: maybeText, tool_name: v.string(), tool_kwargs: maybe(anyValue) });

export const AgentInput = record({ input: anyList, current_agent_name: maybeText });
export const AgentOutput = record({ response: Message, tool_calls: maybe(anyList), current_agent_name: maybeText });
export const AgentStream = record({ delta: v.string(), response: v.string(), current_agent_name: maybeText });
export const ToolCallResult = record({
  tool_name: v.string(),
  tool_kwargs: maybe(anyValue),
  tool_id: maybeText,
  tool_output: record({
    content: maybe(anyValue),
    blocks: maybe(anyList),
    raw_output: maybe(anyValue),
    is_error: maybe(v.boolean()),
  }),
});
export const WorkflowStart = record({
  user_msg: maybe(anyValue),
  chat_history: maybe(anyList),
  max_iterations: anyValue,
});

/** `SimpleChatStore.json()`: conversations by name. */
export const ChatStore = record({ store: anyRecord, class_name: maybeText });
