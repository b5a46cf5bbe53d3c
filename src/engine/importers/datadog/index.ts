import type { Importer } from '../../importing/importer.ts';
import { spansIn } from './shapes.ts';

export const datadog: Importer = {
  id: 'datadog',
  title: 'Datadog LLM Observability spans',
  claim: ({ value }) => (spansIn(value).length > 0 ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
