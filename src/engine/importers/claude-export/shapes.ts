import * as v from 'valibot';
import { oneOrMany } from '../../importing/values/one-or-many.ts';
import type { Value } from '../../model/value.ts';
import { Conversation, Message } from './format.ts';

/** How many conversations are looked at: those that nothing was said in have no messages. */
const sample = 20;

export const isExport = (value: Value): boolean =>
  oneOrMany(value)
    .slice(0, sample)
    .some(({ value: one }) => holds(one));

function holds(value: Value): boolean {
  const parsed = v.safeParse(Conversation, value);
  return parsed.success && v.is(Message, parsed.output.chat_messages[0]);
}
