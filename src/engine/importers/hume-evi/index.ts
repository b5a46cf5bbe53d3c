import type { Value } from '../../model/value.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** Those that make a chat; there are others, such as `CHAT_START_MESSAGE`. */
const spoken = /^(?:SYSTEM_PROMPT|USER_MESSAGE|AGENT_MESSAGE)$/;

export const humeEvi = voiceImporter({
  id: 'hume-evi',
  title: 'Hume EVI chat',
  find: (value) => {
    // A chat with its page of events, or the events alone.
    const first = elementsAt(value, ['events_page', '']).slice(0, 20);
    const typeOf = (event: Value) => textAt(event, 'type') ?? '';
    const isEvent = (event: Value) => /^[A-Z_]+$/.test(typeOf(event)) && textAt(event, 'chat_id') !== undefined;
    return first.every(isEvent) && first.some((event) => spoken.test(typeOf(event))) ? [{ value, place: [] }] : [];
  },
  load: async () => (await import('./read.ts')).open,
});
