import type { Importer } from '../../importing/importer.ts';
import { contextIn } from './shapes.ts';

export const livekit: Importer = {
  id: 'livekit',
  title: 'LiveKit chat context',
  claim: ({ value }) => (contextIn(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
