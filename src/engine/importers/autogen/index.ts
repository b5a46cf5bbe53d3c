import type { Importer } from '../../importing/importer.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { chatIn } from './shapes.ts';

export const autogen: Importer = {
  id: 'autogen',
  title: 'AutoGen messages',
  claim: (document) => (isState(document.value) || chatIn(document) !== undefined ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

/** The result of `save_state()` identifies itself. */
const isState = (value: Value): boolean =>
  isRecord(value) && (value['type'] === 'TeamState' || value['type'] === 'AssistantAgentState');
