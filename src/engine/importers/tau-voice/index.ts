import type { Value } from '../../model/value.ts';
import { elementsAt, fieldAt } from '../../importing/values/where.ts';
import { voiceImporter } from '../../importing/voice/voice-importer.ts';

/** A tick is a part of the call with a fixed length. Both sides may speak in it. */
const hasTicks = (value: Value): boolean =>
  elementsAt(value, 'ticks')
    .slice(0, 5)
    .some((tick) => fieldAt(tick, 'tick_id') !== undefined);

export const tauVoice = voiceImporter({
  id: 'tau-voice',
  title: 'tau²-bench full-duplex call',
  find: (value) => (hasTicks(value) ? [{ value, place: [] }] : []),
  load: async () => (await import('./read.ts')).open,
});
