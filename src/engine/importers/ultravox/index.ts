import type { Value } from '../../model/value.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** How many messages are looked at. */
const sample = 20;

const isMessage = (message: Value): boolean =>
  /^MESSAGE_ROLE_(USER|AGENT|TOOL_CALL|TOOL_RESULT|UNSPECIFIED)$/.test(textAt(message, 'role') ?? '');

export const ultravox = voiceImporter({
  id: 'ultravox',
  title: 'Ultravox call messages',
  find: (value) => {
    // A page of the API, `{results, next, previous, total}`, or its messages alone.
    const first = elementsAt(value, ['results', '']).slice(0, sample);
    return first.length > 0 && first.every(isMessage) ? [{ value, place: [] }] : [];
  },
  load: async () => (await import('./read.ts')).open,
});
