import { fits } from '../../importing/values/where.ts';
import type { Importer } from '../../importing/importer.ts';
import { firstValues } from '../../importing/values/elements.ts';
import { isList } from '../../model/value.ts';

/**
 * A streamed answer of Chat Completions: chunks, each with a piece of the text or of a call's arguments.
 * https://platform.openai.com/docs/api-reference/chat-streaming
 */
export const openaiStream: Importer = {
  id: 'openai-stream',
  title: 'OpenAI Chat Completions stream',
  claim({ value }) {
    const first = isList(value) ? firstValues(value, sample) : [value];
    return first.some((one) => fits(one, { object: ['chat.completion.chunk'], choices: 'list' })) ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};

/** How many chunks are checked: a capture may begin with something else. */
const sample = 5;
