import type { Importer } from '../../importing/importer.ts';
import { isSession } from './lines.ts';

export const pi: Importer = {
  id: 'pi',
  title: 'pi session',
  claim: ({ value }) => (isSession(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
