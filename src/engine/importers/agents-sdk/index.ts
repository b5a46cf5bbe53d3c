import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { RunState } from './format.ts';
import { formOf } from './javascript-forms.ts';

export const agentsSdk: Importer = {
  id: 'agents-sdk',
  title: 'OpenAI Agents SDK',
  claim: ({ value }) => (v.is(RunState, value) || formOf(value) !== undefined ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
