import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Messages and events of AutoGen AgentChat, printed or as JSON (`model_dump()`), alone, in a `TaskResult` or in a `Response`.
 * https://microsoft.github.io/autogen/stable/reference/python/autogen_agentchat.messages.html
 * https://microsoft.github.io/autogen/stable/reference/python/autogen_agentchat.base.html#autogen_agentchat.base.TaskResult
 */
export const TaskResult = record({ messages: anyList, stop_reason: maybeText });

export const Response = record({ chat_message: anyRecord, inner_messages: maybe(anyList) });

/** A state of a team from `save_state()`: its agents, and its manager with the shared messages. */
export const TeamState = record({ agent_states: anyRecord });
export const ManagerState = record({ message_thread: anyList });

export const Message = record({
  source: v.string(),
  /** In JSON; printed messages have their class, too. */
  type: maybeText,
  content: maybe(anyValue),
  /** `{prompt_tokens, completion_tokens}`; null if no model was called. */
  models_usage: maybe(anyRecord),
  created_at: maybe(anyValue),
  /** Of a handoff. */
  target: maybeText,
});
export type Message = v.InferOutput<typeof Message>;

/** Of a ToolCallRequestEvent; the arguments are text. */
export const FunctionCall = record({ id: maybeText, name: v.string(), arguments: maybe(anyValue) });

/** Of a ToolCallExecutionEvent. */
export const FunctionResult = record({
  content: maybe(anyValue),
  name: maybeText,
  call_id: maybeText,
  is_error: maybe(v.boolean()),
});

/** The role of each message type in this importer. */
export const messageTypes: {
  readonly [type: string]: 'text' | 'calls' | 'results' | 'summary' | 'asked' | 'answered' | 'aside' | undefined;
} = {
  TextMessage: 'text',
  MultiModalMessage: 'text',
  StructuredMessage: 'text',
  HandoffMessage: 'text',
  ToolCallRequestEvent: 'calls',
  ToolCallExecutionEvent: 'results',
  FunctionExecutionResultMessage: 'results',
  ToolCallSummaryMessage: 'summary',
  // Before version 0.4.
  ToolCallMessage: 'calls',
  ToolCallResultMessage: 'results',
  // Messages of a model’s own context: https://microsoft.github.io/autogen/stable/reference/python/autogen_core.models.html
  UserMessage: 'asked',
  AssistantMessage: 'answered',
  StopMessage: 'aside',
  ThoughtEvent: 'aside',
  MemoryQueryEvent: 'aside',
  SelectSpeakerEvent: 'aside',
  SelectorEvent: 'aside',
  UserInputRequestedEvent: 'aside',
  ModelClientStreamingChunkEvent: 'aside',
  CodeGenerationEvent: 'aside',
  CodeExecutionEvent: 'aside',
};
