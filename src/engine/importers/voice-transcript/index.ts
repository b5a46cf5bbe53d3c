import type { Importer } from '../../importing/importer.ts';
import { isSpokenInFragments } from '../../importing/transcript/speech-fragments.ts';

export const voiceTranscript: Importer = {
  id: 'voice-transcript',
  title: 'Voice transcript',
  claim: ({ value }) => (isSpokenInFragments(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
