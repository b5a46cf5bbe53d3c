import { elementsOf } from '../../importing/values/elements.ts';
import type { Importer } from '../../importing/importer.ts';
import { logIn } from './format.ts';

export const noeticItems: Importer = {
  id: 'noetic-items',
  title: 'Noetic item log',
  claim({ value }) {
    const first = logIn({ value, place: [] }) ?? logIn({ value: elementsOf(value)[0] ?? null, place: [0] });
    return first?.claim ?? 'no';
  },
  holdsContext: true,
  load: async () => (await import('./read.ts')).read,
};
