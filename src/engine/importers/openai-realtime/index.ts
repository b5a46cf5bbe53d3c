import * as v from 'valibot';
import { isList, type Value } from '../../model/value.ts';
import { firstValues } from '../../importing/values/first-values.ts';
import { loggedEvent } from '../../importing/values/logged-event.ts';
import type { Importer } from '../../importing/importer.ts';
import { clientItem, Event, heard, Item, itemEvents, Response } from './format.ts';

/** How many events are looked at: sound comes in very many. */
const sample = 200;

export const openaiRealtime: Importer = {
  id: 'openai-realtime',
  title: 'OpenAI Realtime events',
  claim: ({ value }) =>
    isList(value) && firstValues(value, sample).some((line) => isOwn(loggedEvent(line)?.event ?? null))
      ? 'certain'
      : 'no',
  load: async () => (await import('./read.ts')).read,
};

function isOwn(value: Value): boolean {
  const event = v.safeParse(Event, value);
  if (!event.success) return false;
  const { type, item, response, session, item_id } = event.output;
  if (itemEvents.has(type) || type === clientItem) return v.is(Item, item);
  if (type === 'response.done') return v.is(Response, response);
  // Other pieces of an answer are named alike in streams of the Responses API.
  if (type === heard || /^response\.(output_)?audio_transcript\.done$/.test(type)) return item_id !== undefined;
  return type === 'session.created' && session?.object?.startsWith('realtime.') === true;
}
