import type { Importer } from '../../importing/importer.ts';
import { isQwen } from './lines.ts';

export const qwenCode: Importer = {
  id: 'qwen-code',
  title: 'Qwen Code chat',
  claim: ({ value }) => (isQwen(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
