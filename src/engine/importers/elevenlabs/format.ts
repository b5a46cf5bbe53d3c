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
 * Conversations with agents of ElevenLabs: of its API, and what its webhook tells after a call.
 * https://elevenlabs.io/docs/api-reference/conversations/get
 */
export const Conversation = record({
  agent_id: v.string(),
  conversation_id: maybeText,
  agent_name: maybeText,
  status: maybeText,
  user_id: maybeText,
  transcript: anyList,
  metadata: maybe(
    record({
      start_time_unix_secs: maybeNumber,
      call_duration_secs: maybe(anyValue),
      cost: maybe(anyValue),
      termination_reason: maybeText,
      error: maybe(anyValue),
    }),
  ),
  analysis: maybe(anyRecord),
  conversation_initiation_client_data: maybe(record({ dynamic_variables: maybe(anyRecord) })),
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** `{type: "post_call_transcription", event_timestamp, data}` */
export const Webhook = record({ type: v.string(), data: Conversation });

export const Entry = record({
  role: v.picklist(['user', 'agent']),
  message: maybeText,
  time_in_call_secs: maybeNumber,
  tool_calls: maybe(anyList),
  tool_results: maybe(anyList),
  interrupted: maybe(v.boolean()),
  /** What the agent would have said. */
  original_message: maybeText,
  llm_usage: maybe(record({ model_usage: maybe(anyRecord) })),
});
export type Entry = v.InferOutput<typeof Entry>;

export const ToolCall = record({ request_id: maybeText, tool_name: maybeText, params_as_json: maybeText });

export const ToolResult = record({
  request_id: maybeText,
  tool_name: maybeText,
  result_value: maybe(anyValue),
  is_error: maybe(v.boolean()),
  error_type: maybeText,
});

/** Of each model: `{input: {tokens}, input_cache_read, input_cache_write, output_total}`. */
export const ModelUsage = record({
  input: maybe(record({ tokens: maybeCount })),
  input_cache_read: maybe(record({ tokens: maybeCount })),
  input_cache_write: maybe(record({ tokens: maybeCount })),
  output_total: maybe(record({ tokens: maybeCount })),
});
