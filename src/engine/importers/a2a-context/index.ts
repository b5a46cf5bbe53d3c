import { elementAt, isList } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { isContext, isStoredTask } from './format.ts';

export const a2aContext: Importer = {
  id: 'a2a-context',
  title: 'a2akit TaskContext or stored task',
  claim({ value }) {
    const first = isList(value) ? (elementAt(value, 0) ?? null) : value;
    return isContext(first) || isStoredTask(first) ? 'certain' : 'no';
  },
  holdsContext: true,
  load: async () => (await import('./read.ts')).read,
};
