import * as v from 'valibot';
import { isList } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { Chunk } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

/** How many chunks are checked: a capture may begin with something else. */
const sample = 5;

export const openaiStream: Importer = {
  id: 'openai-stream',
  title: 'OpenAI Chat Completions stream',
  claim({ value }) {
    const first = isList(value) ? firstValues(value, sample) : [value];
    return first.some((one) => v.is(Chunk, one)) ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
