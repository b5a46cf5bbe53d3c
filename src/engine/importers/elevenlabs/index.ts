import type { Importer } from '../../importing/importer.ts';
import { conversationIn } from './shapes.ts';

export const elevenlabs: Importer = {
  id: 'elevenlabs',
  title: 'ElevenLabs conversation',
  claim: ({ value }) => (conversationIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
