import { isList, isRecord, type Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { loggedEvent } from '../../importing/values/logged-event.ts';
import { firstValues } from '../../importing/values/first-values.ts';

/** How many messages are looked at. */
const sample = 200;

export const deepgram: Importer = {
  id: 'deepgram',
  title: 'Deepgram messages',
  claim: ({ value }) =>
    firstValues(value, sample).some((line) => isOwn(loggedEvent(line)?.event ?? null)) ? 'certain' : 'no',
  load: async () => (await import('./read.ts')).read,
};

function isOwn(value: Value): boolean {
  if (!isRecord(value)) return false;
  const { type, role, content, channel = null } = value;
  if (type === 'ConversationText') return typeof role === 'string' && typeof content === 'string';
  if (type === 'FunctionCallRequest') return isList(value['functions'] ?? null) || 'function_call_id' in value;
  return type === 'Results' && isRecord(channel) && isList(channel['alternatives'] ?? null);
}
