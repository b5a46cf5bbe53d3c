import { isRecord, type Value } from '../../model/value.ts';
import { elementsAt, fieldAt, hasListAt, textAt } from '../../importing/values/where.ts';
import { logOf } from '../../importing/voice/logged-entries.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** Socket events that begin a call or contain words, each with the field that contains its data. */
const socketEvents: ReadonlyMap<unknown, string> = new Map([
  ['conversation_initiation_metadata', 'conversation_initiation_metadata_event'],
  ['user_transcript', 'user_transcription_event'],
  ['agent_response', 'agent_response_event'],
  ['client_tool_call', 'client_tool_call'],
]);

const isSocketEvent = (event: Value): boolean =>
  isRecord(event) && isRecord(event[socketEvents.get(event['type']) ?? 'type'] ?? null);

/** A conversation of the API: its first entry has a role and a time. */
function isConversation(value: Value | undefined): value is Value {
  const [first] = elementsAt(value, 'transcript');
  const role = textAt(first, 'role');
  return (
    textAt(value, 'agent_id') !== undefined &&
    (role === 'user' || role === 'agent') &&
    fieldAt(first, 'time_in_call_secs') !== undefined
  );
}

export const elevenlabs = voiceImporter({
  id: 'elevenlabs',
  title: 'ElevenLabs conversation',
  find: (value) => {
    const data = textAt(value, 'type') === undefined ? undefined : fieldAt(value, 'data');
    // A webhook contains the conversation: `{type: "post_call_transcription", event_timestamp, data}`.
    const isWebhook = textAt(data, 'agent_id') !== undefined && hasListAt(data, 'transcript');
    const found = isWebhook ? { value: data ?? null, place: ['data'] } : { value, place: [] };
    if (isConversation(found.value)) return [{ ...found, kind: 'conversation' as const }];
    return logOf(value, isSocketEvent).map((log) => ({ ...log, kind: 'socket' as const }));
  },
  load: async () => (await import('./read.ts')).open,
});
