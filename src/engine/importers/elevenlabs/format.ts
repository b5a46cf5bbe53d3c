import * as v from 'valibot';
import { isRecord } from '../../model/value.ts';
import { inSnakeCase } from '../../importing/messages/gemini-content.ts';
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

/** A record in whichever spelling; a null is absent. Names inside its values stay as they are. */
const either = <const Entries extends v.ObjectEntries>(entries: Entries) =>
  v.pipe(
    anyValue,
    v.transform((value) => (isRecord(value) ? inSnakeCase(value) : value)),
    record(entries),
  );

/**
 * Conversations with agents of ElevenLabs: of its API, and what its webhook tells after a call.
 * https://elevenlabs.io/docs/api-reference/conversations/get
 * Its library for JavaScript hands the same over in camelCase.
 */
export const Conversation = either({
  agent_id: v.string(),
  conversation_id: maybeText,
  agent_name: maybeText,
  status: maybeText,
  user_id: maybeText,
  transcript: anyList,
  metadata: maybe(
    either({
      start_time_unix_secs: maybeNumber,
      call_duration_secs: maybe(anyValue),
      cost: maybe(anyValue),
      termination_reason: maybeText,
      error: maybe(anyValue),
    }),
  ),
  analysis: maybe(anyRecord),
  conversation_initiation_client_data: maybe(either({ dynamic_variables: maybe(anyRecord) })),
});
export type Conversation = v.InferOutput<typeof Conversation>;

/** `{type: "post_call_transcription", event_timestamp, data}` */
export const Webhook = either({ type: v.string(), data: Conversation });

export const Entry = either({
  role: v.picklist(['user', 'agent']),
  message: maybeText,
  time_in_call_secs: maybeNumber,
  tool_calls: maybe(anyList),
  tool_results: maybe(anyList),
  interrupted: maybe(v.boolean()),
  /** What the agent would have said. */
  original_message: maybeText,
  /** Who answers: another agent, after a transfer. */
  agent_metadata: maybe(either({ agent_id: maybeText })),
  llm_usage: maybe(either({ model_usage: maybe(anyRecord) })),
});
export type Entry = v.InferOutput<typeof Entry>;

export const ToolCall = either({ request_id: maybeText, tool_name: maybeText, params_as_json: maybeText });

export const ToolResult = either({
  request_id: maybeText,
  tool_name: maybeText,
  result_value: maybe(anyValue),
  is_error: maybe(v.boolean()),
  error_type: maybeText,
});

/** Of each model: `{input: {tokens}, input_cache_read, input_cache_write, output_total}`. */
export const ModelUsage = either({
  input: maybe(either({ tokens: maybeCount })),
  input_cache_read: maybe(either({ tokens: maybeCount })),
  input_cache_write: maybe(either({ tokens: maybeCount })),
  output_total: maybe(either({ tokens: maybeCount })),
});
