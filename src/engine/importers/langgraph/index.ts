import type { Importer } from '../../importing/importer.ts';
import { recordingIn } from './recording.ts';

export const langgraph: Importer = {
  id: 'langgraph',
  title: 'LangGraph state and LangChain messages',
  claim: (document) => (recordingIn(document) === undefined ? 'no' : 'certain'),
  load: async () => (await import('./read.ts')).read,
};
