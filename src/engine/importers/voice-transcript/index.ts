import type { Importer } from '../importer.ts';
import { isSpokenInFragments } from '../speech-fragments.ts';

export const voiceTranscript: Importer = {
  id: 'voice-transcript',
  title: 'Voice transcript',
  claim: ({ value }) => (isSpokenInFragments(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
