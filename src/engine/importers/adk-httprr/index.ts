import type { Importer } from '../../importing/importer.ts';
import { modelCallsIn } from './format.ts';

export const adkHttprr: Importer = {
  id: 'adk-httprr',
  title: 'Google ADK model calls over HTTP (httprr)',
  claim: ({ syntax, value }) => {
    if (syntax !== 'httprr') return 'no';
    return modelCallsIn(value).some((call) => call !== undefined) ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
