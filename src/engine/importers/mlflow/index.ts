import { firstValues } from '../../importing/values/first-values.ts';
import { isList } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { tracesIn } from './shapes.ts';

/** How many traces of a list are looked at. */
const sample = 3;

export const mlflow: Importer = {
  id: 'mlflow',
  title: 'MLflow traces',
  claim: ({ value }) => (tracesIn(isList(value) ? firstValues(value, sample) : value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
