import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Importer } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { Simulation, Tick } from './format.ts';
import { titleOf, toSession } from './to-session.ts';

export const tauVoice: Importer = {
  id: 'tau-voice',
  title: 'tau²-bench full-duplex call',
  claim({ value }) {
    const parsed = v.safeParse(Simulation, value);
    if (!parsed.success) return 'no';
    return parsed.output.ticks.slice(0, 5).some((tick) => v.is(Tick, tick)) ? 'certain' : 'no';
  },
  read({ value }) {
    const parsed = v.safeParse(Simulation, value);
    if (!parsed.success) {
      return err({
        code: 'import/malformed',
        message: `This looks like a call of tau²-bench, but ${firstFault(parsed.issues)}.`,
      });
    }
    const run = parsed.output;
    return ok({ sessions: [{ title: titleOf(run), system: 'voice', open: () => ok(toSession(run)) }] });
  },
};
