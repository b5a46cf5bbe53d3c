import { voiceImporter } from '../../importing/voice/voice-importer.ts';
import { isSpokenInFragments } from '../../importing/transcript/speech-fragments.ts';

export const voiceTranscript = voiceImporter({
  id: 'voice-transcript',
  title: 'Voice transcript',
  find: (value) => (isSpokenInFragments(value) ? [{ value, place: [] }] : []),
  load: async () => (await import('./read.ts')).open,
});
