import * as v from 'valibot';
import { isRecord, type Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { AnswerV1, AnswerV2, MessageV1 } from './format.ts';

export const cohere: Importer = {
  id: 'cohere',
  title: 'Cohere answers',
  claim: ({ value }) => (isAnswer(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

function isAnswer(value: Value): boolean {
  if (!isRecord(value)) return false;
  const first = v.safeParse(AnswerV1, value);
  if (first.success) return 'generation_id' in value || v.is(MessageV1, first.output.chat_history?.[0]);
  // Its own words for why an answer ends are in capitals.
  const second = v.safeParse(AnswerV2, value);
  return second.success && /^[A-Z_]+$/.test(second.output.finish_reason);
}
