import type { Importer } from '../../importing/importer.ts';
import { claimOf, listed } from './shapes.ts';

export const voiceContext: Importer = {
  id: 'voice-context',
  title: 'Voice CallContext',
  claim: (document) => claimOf(listed(document.value)[0]?.value ?? null, document),
  holdsContext: true,
  load: async () => (await import('./read.ts')).read,
};
