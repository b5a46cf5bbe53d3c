import type { Importer } from '../../importing/importer.ts';
import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { Answer } from './format.ts';
import { oneOrMany } from '../../importing/values/elements.ts';

export const ollama: Importer = {
  id: 'ollama',
  title: 'Ollama answers',
  claim: ({ value }) => (isOllama(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

/** How many lines are examined. */
const sample = 5;

function isOllama(value: Value): boolean {
  const first = oneOrMany(value).slice(0, sample);
  return first.length > 0 && first.every(({ value: one }) => isAnswer(one));
}

function isAnswer(value: Value): boolean {
  const answer = v.safeParse(Answer, value);
  return answer.success && (answer.output.message !== undefined || answer.output.response !== undefined);
}
