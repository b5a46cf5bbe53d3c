import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';
import { Tau1Run, Tau2Results, Tau2Simulation } from './format.ts';

export const tauBench: Importer = {
  id: 'tau-bench',
  title: 'tau-bench results',
  claim({ value }) {
    if (v.is(Tau1Run, Array.isArray(value) ? value[0] : value)) return 'certain';
    return v.is(Tau2Results, value) && v.is(Tau2Simulation, firstSimulation(value)) ? 'certain' : 'no';
  },
  load: async () => (await import('./read.ts')).read,
};

function firstSimulation(results: Value): unknown {
  const parsed = v.safeParse(Tau2Results, results);
  return parsed.success ? parsed.output.simulations[0] : undefined;
}
