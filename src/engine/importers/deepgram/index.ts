import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { firstValues } from '../../importing/values/first-values.ts';
import { Channel, Message } from './format.ts';

/** How many messages are looked at. */
const sample = 200;

export const deepgram: Importer = {
  id: 'deepgram',
  title: 'Deepgram messages',
  claim: ({ value }) => (firstValues(value, sample).some(isOwn) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

function isOwn(value: Value): boolean {
  const message = v.safeParse(Message, value);
  if (!message.success) return false;
  const { type, role, content, functions, function_name, channel } = message.output;
  if (type === 'ConversationText') return role !== undefined && typeof content === 'string';
  if (type === 'FunctionCallRequest') return (functions ?? function_name) !== undefined;
  return type === 'Results' && v.is(Channel, channel);
}
