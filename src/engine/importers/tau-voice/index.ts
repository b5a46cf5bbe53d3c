import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { Simulation, Tick } from './format.ts';

export const tauVoice: Importer = {
  id: 'tau-voice',
  title: 'tau²-bench full-duplex call',
  claim({ value }) {
    const parsed = v.safeParse(Simulation, value);
    if (!parsed.success) return 'no';
    return parsed.output.ticks.slice(0, 5).some((tick) => v.is(Tick, tick)) ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};
