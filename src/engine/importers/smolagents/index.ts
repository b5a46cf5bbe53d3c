import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Importer } from '../../importing/importer.ts';
import { runIn } from './shapes.ts';

export const smolagents: Importer = {
  id: 'smolagents',
  title: 'smolagents run',
  claim: ({ value }) => (isRun(value) || elementsOf(value).slice(0, 3).some(isRun) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

const isRun = (value: Value): boolean => runIn(value, []) !== undefined;
