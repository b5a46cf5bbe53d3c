import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { Tau1Run } from './format.ts';
import { simulationsIn } from './simulations.ts';

export const tauBench: Importer = {
  id: 'tau-bench',
  title: 'tau-bench results',
  claim({ value }) {
    if (v.is(Tau1Run, Array.isArray(value) ? value[0] : value)) return 'certain';
    return simulationsIn(value) === undefined ? 'no' : 'certain';
  },
  load: async () => (await import('./read.ts')).read,
};
