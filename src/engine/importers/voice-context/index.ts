import type { Importer } from '../../importing/importer.ts';
import { claimOf } from './format.ts';
import { oneOrMany } from '../../importing/values/elements.ts';

export const voiceContext: Importer = {
  id: 'voice-context',
  title: 'Voice CallContext',
  claim: (document) => claimOf(oneOrMany(document.value)[0]?.value ?? null, document),
  holdsContext: true,
  load: async () => (await import('./read.ts')).read,
};
