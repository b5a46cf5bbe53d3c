import * as v from 'valibot';
import type { Importer } from '../importer.ts';
import { Run } from './format.ts';

export const agentdojo: Importer = {
  id: 'agentdojo',
  title: 'AgentDojo run',
  claim: (document) => (v.is(Run, document.value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
