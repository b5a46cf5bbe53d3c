import * as v from 'valibot';
import type { Importer } from '../../importing/importer.ts';
import { Trajectory } from './format.ts';

export const atif: Importer = {
  id: 'atif',
  title: 'ATIF trajectory',
  claim: ({ value }) => (v.is(Trajectory, value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};
