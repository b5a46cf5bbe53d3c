import type { Importer } from '../../importing/importer.ts';
import { conversationIn, isSocketLog } from './shapes.ts';

export const elevenlabs: Importer = {
  id: 'elevenlabs',
  title: 'ElevenLabs conversation',
  claim: ({ value }) => (conversationIn(value) !== undefined || isSocketLog(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
