import { elementsOf } from '../../importing/values/elements.ts';
import type { Importer } from '../../importing/importer.ts';
import { foundIn, serverCallsIn } from './shapes.ts';

export const vapi: Importer = {
  id: 'vapi',
  title: 'Vapi call',
  claim({ value }) {
    const isFound = foundIn(value) ?? foundIn(elementsOf(value)[0] ?? null);
    return isFound !== undefined || serverCallsIn(value).length > 0 ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
