import { isList, type Value } from '../../model/value.ts';
import { recordAt, textAt } from '../../importing/values/where.ts';
import { logOf } from '../../importing/voice/logged-entries.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

function isOwn(event: Value): boolean {
  const type = textAt(event, 'type') ?? '';
  if (/^conversation\.item\.(create|created|added|done)$/.test(type)) return textAt(event, 'item.type') !== undefined;
  if (type === 'response.done') return recordAt(event, 'response') !== undefined;
  // Other partial events of an answer have the same names in streams of the Responses API.
  if (
    /^(conversation\.item\.input_audio_transcription\.completed|response\.(output_)?audio_transcript\.done)$/.test(type)
  )
    return textAt(event, 'item_id') !== undefined;
  return type === 'session.created' && textAt(event, 'session.object')?.startsWith('realtime.') === true;
}

export const openaiRealtime = voiceImporter({
  id: 'openai-realtime',
  title: 'OpenAI Realtime events',
  find: (value) => (isList(value) ? logOf(value, isOwn) : []),
  load: async () => (await import('./read.ts')).open,
});
