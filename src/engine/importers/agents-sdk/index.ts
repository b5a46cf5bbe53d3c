import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { RunState } from './format.ts';

export const agentsSdk: Importer = {
  id: 'agents-sdk',
  title: 'OpenAI Agents SDK run state',
  claim: ({ value }) => (v.is(RunState, value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
