import { isList, type Value } from '../../model/value.ts';
import { fits, type Shape, textAt } from '../../importing/values/where.ts';
import { logOf } from '../../importing/voice/logged-entries.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** Events that only this format has; other partial events of an answer have the same names in streams of the Responses API. */
const own: readonly Shape[] = [
  { type: ['create', 'created', 'added', 'done'].map((end) => `conversation.item.${end}`), 'item.type': 'text' },
  { type: ['response.done'], response: 'record' },
  {
    type: [
      'conversation.item.input_audio_transcription.completed',
      'response.audio_transcript.done',
      'response.output_audio_transcript.done',
    ],
    item_id: 'text',
  },
];

const isOwn = (event: Value): boolean =>
  own.some((shape) => fits(event, shape)) ||
  (fits(event, { type: ['session.created'] }) && textAt(event, 'session.object')?.startsWith('realtime.') === true);

export const openaiRealtime = voiceImporter({
  id: 'openai-realtime',
  title: 'OpenAI Realtime events',
  find: (value) => (isList(value) ? logOf(value, isOwn) : []),
  load: async () => (await import('./read.ts')).open,
});
