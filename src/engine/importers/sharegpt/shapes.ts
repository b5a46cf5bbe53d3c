import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { oneOrMany } from '../../importing/values/one-or-many.ts';
import { Conversation, Entry, speakerOf } from './format.ts';

/** How many conversations, and how many entries of each, are looked at. */
const sample = 5;

export const isDataSet = (value: Value): boolean =>
  oneOrMany(value)
    .slice(0, sample)
    .some(({ value: one }) => isConversation(one));

export function isConversation(value: Value): boolean {
  const parsed = v.safeParse(Conversation, value);
  if (!parsed.success || parsed.output.conversations.length === 0) return false;
  return parsed.output.conversations.slice(0, sample).every((one) => {
    const entry = v.safeParse(Entry, one);
    return entry.success && speakerOf(entry.output.from) !== undefined;
  });
}
