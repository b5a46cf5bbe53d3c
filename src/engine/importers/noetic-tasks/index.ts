import type { Importer } from '../../importing/importer.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { isEvent } from './event.ts';

/** How many lines are checked; a log may be cut off or mixed with others. */
const sample = 20;

export const noeticTasks: Importer = {
  id: 'noetic-tasks',
  title: 'Noetic task log',
  claim({ value }) {
    const events = firstValues(value, sample);
    const known = events.filter(isEvent).length;
    return known > 0 && known * 2 >= events.length ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
