import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Letta (MemGPT):
 * - messages of its API, as a `LettaResponse` that was printed or in JSON, or as a list: https://docs.letta.com/api-reference
 * - agent files: https://github.com/letta-ai/agent-file
 */
export const Response = record({ messages: anyList, usage: maybe(anyRecord) });

/** One step of the agent is several of these with the same id: reasoning, then a call or an answer. */
export const ApiMessage = record({
  message_type: v.string(),
  id: maybeText,
  date: maybe(anyValue),
  content: maybe(anyValue),
  /** Until version 0.6, the field with the content is named after the message type. */
  assistant_message: maybe(anyValue),
  user_message: maybe(anyValue),
  tool_call: maybe(anyValue),
  tool_calls: maybe(anyList),
  function_call: maybe(anyRecord),
  tool_return: maybe(anyValue),
  function_return: maybe(anyValue),
  tool_call_id: maybeText,
  function_call_id: maybeText,
  status: maybeText,
  name: maybeText,
  approve: maybe(v.boolean()),
  approvals: maybe(anyList),
  approval_request_id: maybeText,
  reason: maybeText,
});
export type ApiMessage = v.InferOutput<typeof ApiMessage>;

export const AgentFile = record({ agents: anyList, blocks: maybe(anyList), tools: maybe(anyList) });

export const Agent = record({
  name: maybeText,
  messages: anyList,
  in_context_message_ids: anyList,
  llm_config: maybe(record({ model: maybeText })),
});
export type Agent = v.InferOutput<typeof Agent>;

/** `approval` is either a request to a person, with the calls, or the answer, with `approvals`. */
export const FileMessage = record({
  role: v.picklist(['system', 'user', 'assistant', 'tool', 'approval', 'summary']),
  id: maybeText,
  content: maybe(anyValue),
  tool_calls: maybe(anyList),
  tool_returns: maybe(anyList),
  tool_call_id: maybeText,
  approvals: maybe(anyList),
  approve: maybe(v.boolean()),
  denial_reason: maybeText,
  created_at: maybe(anyValue),
  model: maybeText,
});

export const ToolReturn = record({
  tool_call_id: maybeText,
  status: maybeText,
  func_response: maybe(anyValue),
  tool_return: maybe(anyValue),
  approve: maybe(v.boolean()),
  reason: maybeText,
});

export const Block = record({ label: v.string(), value: maybe(anyValue) });
