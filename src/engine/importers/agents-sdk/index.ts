import type { Importer } from '../../importing/importer.ts';
import { formOf } from './forms.ts';

export const agentsSdk: Importer = {
  id: 'agents-sdk',
  title: 'OpenAI Agents SDK',
  claim: ({ value }) => (formOf(value) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
