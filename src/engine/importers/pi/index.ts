import type { Importer } from '../../importing/importer.ts';
import { holdsMessage, linesOf } from './lines.ts';

export const pi: Importer = {
  id: 'pi',
  title: 'pi session',
  claim({ value }) {
    const lines = linesOf(value);
    if (lines === undefined) return 'no';
    const isSession = lines.header === undefined || lines.entries.slice(1, 41).some((one) => holdsMessage(one.value));
    return isSession ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
