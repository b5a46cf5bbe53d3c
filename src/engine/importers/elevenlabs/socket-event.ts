import * as v from 'valibot';
import { anyRecord, anyValue, maybe, maybeText, record } from '../../importing/values/schema.ts';

/**
 * What goes over the socket of a conversation, in both directions, as whoever listens writes it down.
 * https://elevenlabs.io/docs/agents-platform/customization/events/client-events and its page on the client's events
 */
export const SocketEvent = record({
  type: v.string(),
  conversation_initiation_metadata_event: maybe(record({ conversation_id: maybeText })),
  user_transcription_event: maybe(record({ user_transcript: v.string() })),
  agent_response_event: maybe(record({ agent_response: v.string() })),
  agent_response_correction_event: maybe(record({ corrected_agent_response: v.string() })),
  client_tool_call: maybe(record({ tool_name: v.string(), tool_call_id: maybeText, parameters: maybe(anyValue) })),
  agent_tool_request: maybe(record({ tool_name: v.string(), tool_call_id: maybeText })),
  agent_tool_response: maybe(
    record({
      tool_name: maybeText,
      tool_call_id: maybeText,
      is_error: maybe(v.boolean()),
      is_called: maybe(v.boolean()),
    }),
  ),
  text_response_part: maybe(record({ type: maybeText, text: maybeText })),
  /** Of the client: a tool's result, and what it writes. */
  tool_call_id: maybeText,
  result: maybe(anyValue),
  is_error: maybe(v.boolean()),
  text: maybeText,
  dynamic_variables: maybe(anyRecord),
});
export type SocketEvent = v.InferOutput<typeof SocketEvent>;
