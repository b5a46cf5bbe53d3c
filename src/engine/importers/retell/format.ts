import * as v from 'valibot';
import { anyList, anyRecord, anyValue, maybe, maybeNumber, maybeText, record } from '../../importing/values/schema.ts';

/**
 * Calls of Retell: the call object of its API, and what its webhook tells of it.
 * https://docs.retellai.com/api-references/get-call
 */
export const Call = record({
  call_id: v.string(),
  agent_id: maybeText,
  agent_name: maybeText,
  call_type: maybeText,
  call_status: maybeText,
  /** Milliseconds since 1970. */
  start_timestamp: maybeNumber,
  end_timestamp: maybeNumber,
  duration_ms: maybe(anyValue),
  /** `Agent: …` and `User: …`, line by line. */
  transcript: maybeText,
  transcript_object: maybe(anyList),
  transcript_with_tool_calls: maybe(anyList),
  disconnection_reason: maybeText,
  call_analysis: maybe(anyRecord),
  call_cost: maybe(anyRecord),
  llm_token_usage: maybe(anyRecord),
  metadata: maybe(anyValue),
  retell_llm_dynamic_variables: maybe(anyRecord),
  collected_dynamic_variables: maybe(anyRecord),
});
export type Call = v.InferOutput<typeof Call>;

/** `{event: "call_ended", call}` */
export const Webhook = record({ event: v.string(), call: Call });

export const Entry = record({
  /** `agent`, `user`, `tool_call_invocation`, `tool_call_result`, `node_transition`, `dtmf` and others. */
  role: v.string(),
  content: maybe(anyValue),
  /** Each with its `start` in seconds since the call began. */
  words: maybe(anyList),
  time_sec: maybeNumber,
  tool_call_id: maybeText,
  name: maybeText,
  arguments: maybe(anyValue),
  successful: maybe(v.boolean()),
  digit: maybeText,
});
export type Entry = v.InferOutput<typeof Entry>;

export const Word = record({ start: maybeNumber });
