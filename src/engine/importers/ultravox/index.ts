import type { Value } from '../../model/value.ts';
import { elementsAt, textAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** How many messages are looked at. */
const sample = 20;

const isMessage = (message: Value): boolean =>
  /^MESSAGE_ROLE_(USER|AGENT|TOOL_CALL|TOOL_RESULT|UNSPECIFIED)$/.test(textAt(message, 'role') ?? '');

/** A page of the API, `{results, next, previous, total}`, or its messages alone. */
const listOf = (value: Value): 'results' | '' => (elementsAt(value, 'results').length > 0 ? 'results' : '');

export const ultravox = voiceImporter({
  id: 'ultravox',
  title: 'Ultravox call messages',
  find: (value) => {
    const list = listOf(value);
    const first = elementsAt(value, list).slice(0, sample);
    return first.length > 0 && first.every(isMessage) ? [{ value, place: [], list }] : [];
  },
  load: async () => (await import('./read.ts')).open,
});
