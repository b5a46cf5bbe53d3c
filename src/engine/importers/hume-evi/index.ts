import type { Value } from '../../model/value.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

const types = /^(?:SYSTEM_PROMPT|USER_MESSAGE|USER_INTERRUPTION|AGENT_MESSAGE|FUNCTION_CALL|FUNCTION_CALL_RESPONSE)$/;

export const humeEvi = voiceImporter({
  id: 'hume-evi',
  title: 'Hume EVI chat',
  find: (value) => {
    // A chat with its page of events, or the events alone.
    const first = elementsAt(value, ['events_page', '']).slice(0, 20);
    const isEvent = (event: Value) => types.test(textAt(event, 'type') ?? '') && textAt(event, 'chat_id') !== undefined;
    return first.length > 0 && first.every(isEvent) ? [{ value, place: [] }] : [];
  },
  load: async () => (await import('./read.ts')).open,
});
