import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../../importing/importer.ts';
import { Step, Trajectory } from './format.ts';
import { areStepsAlone, isMini } from './shapes.ts';

export const sweAgent: Importer = {
  id: 'swe-agent',
  title: 'SWE-agent trajectory',
  claim: ({ value }) => (isMini(value) || isSteps(value) || areStepsAlone(value) ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

function isSteps(value: Value): boolean {
  const found = v.safeParse(Trajectory, value);
  const [first] = found.success ? found.output.trajectory : [];
  const step = v.safeParse(Step, first);
  return step.success && step.output.action !== undefined && step.output.observation !== undefined;
}
