import type { Value } from '../../model/value.ts';
import { elementsOf } from '../../importing/values/elements.ts';
import type { Importer } from '../../importing/importer.ts';
import { isSpokenInFragments } from '../../importing/transcript/speech-fragments.ts';
import { isWrappedTask } from '../../importing/messages/wrapped-task.ts';
import type { Exchange } from '../../importing/messages/exchange.ts';
import { exchangeIn, isUnmistakable } from './shapes.ts';

export const openaiChat: Importer = {
  id: 'openai-chat',
  title: 'OpenAI Chat Completions',
  claim({ value }) {
    const first = firstExchange(value);
    if (first === undefined) return 'no';
    // Fragments of speech have only the keys of a message.
    if (isSpokenInFragments(value)) return 'possible';
    if (isWrappedTask(value)) return 'possible';
    if (isUnmistakable(first)) return 'certain';
    return (first.others ?? []).length === 0 ? 'likely' : 'possible';
  },
  load: async () => (await import('./read.ts')).read,
};

/** How many lines may precede the first conversation: some files begin with a line about the file itself. */
const preamble = 3;

function firstExchange(value: Value): Exchange | undefined {
  const whole = exchangeIn(value, []);
  if (whole !== undefined) return whole;
  const lines = elementsOf(value).slice(0, preamble);
  return lines.map((line, index) => exchangeIn(line, [index])).find((found) => found !== undefined);
}
