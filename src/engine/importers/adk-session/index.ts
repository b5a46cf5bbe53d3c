import type { Importer } from '../../importing/importer.ts';
import { isUnmistakable, recordingsIn } from './format.ts';

export const adkSession: Importer = {
  id: 'adk-session',
  title: 'Google ADK session or events',
  claim({ value }) {
    const recordings = recordingsIn(value);
    if (recordings === undefined) return 'no';
    return recordings.some(isUnmistakable) ? 'certain' : 'likely';
  },
  holdsContext: true,
  load: async () => (await import('./read.ts')).read,
};
