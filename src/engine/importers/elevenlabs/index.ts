import type { Value } from '../../model/value.ts';
import { elementsAt, fieldAt, fits, hasListAt, type Shape, textAt } from '../../importing/values/where.ts';
import { logOf } from '../../importing/voice/logged-entries.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** Socket events that begin a call or contain words, each with its data in a field of its own. */
const socketEvents: readonly Shape[] = [
  { type: ['conversation_initiation_metadata'], conversation_initiation_metadata_event: 'record' },
  { type: ['user_transcript'], user_transcription_event: 'record' },
  { type: ['agent_response'], agent_response_event: 'record' },
  { type: ['client_tool_call'], client_tool_call: 'record' },
];

/** A conversation of the API: its first entry has a role and a time. */
function isConversation(value: Value): boolean {
  const [first] = elementsAt(value, 'transcript');
  const isSpoken = ['user', 'agent'].includes(textAt(first, 'role') ?? '');
  return textAt(value, 'agent_id') !== undefined && isSpoken && fieldAt(first, 'time_in_call_secs') !== undefined;
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
    return logOf(value, (event) => socketEvents.some((shape) => fits(event, shape))).map((log) => ({
      ...log,
      kind: 'socket' as const,
    }));
  },
  load: async () => (await import('./read.ts')).open,
});
