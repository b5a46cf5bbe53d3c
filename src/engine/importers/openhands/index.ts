import type { Importer } from '../../importing/importer.ts';
import { recordingsIn } from './shapes.ts';

export const openhands: Importer = {
  id: 'openhands',
  title: 'OpenHands events',
  claim: ({ value }) => (recordingsIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
