import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { Run } from './format.ts';
import { areMessagesAlone } from './shapes.ts';

export const agentdojo: Importer = {
  id: 'agentdojo',
  title: 'AgentDojo run',
  claim: (document) => (v.is(Run, document.value) || areMessagesAlone(document.value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
