import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Value } from '../../model/value.ts';
import type { Importer } from '../importer.ts';
import { firstFault } from '../schema.ts';
import { MiniMessage, MiniTrajectory, Step, Trajectory } from './format.ts';
import { sessionOfMini, titleOfMini } from './mini.ts';
import { sessionOfSteps, titleOfSteps } from './steps.ts';

export const sweAgent: Importer = {
  id: 'swe-agent',
  title: 'SWE-agent trajectory',
  claim: ({ value }) => (isMini(value) || isSteps(value) ? 'certain' : 'no'),
  read({ value }) {
    if (isMini(value)) {
      const mini = v.parse(MiniTrajectory, value); // `is` has just said so
      return ok({ sessions: [{ title: titleOfMini(mini), system: 'task', open: () => ok(sessionOfMini(mini)) }] });
    }
    const steps = v.safeParse(Trajectory, value);
    if (!steps.success) {
      const message = `This looks like a trajectory of SWE-agent, but ${firstFault(steps.issues)}.`;
      return err({ code: 'import/malformed', message });
    }
    const trajectory = steps.output;
    return ok({
      sessions: [{ title: titleOfSteps(trajectory), system: 'task', open: () => ok(sessionOfSteps(trajectory)) }],
    });
  },
};

function isSteps(value: Value): boolean {
  const found = v.safeParse(Trajectory, value);
  const [first] = found.success ? found.output.trajectory : [];
  const step = v.safeParse(Step, first);
  return step.success && step.output.action !== undefined && step.output.observation !== undefined;
}

function isMini(value: Value): boolean {
  const found = v.safeParse(MiniTrajectory, value);
  return (
    found.success &&
    found.output.trajectory_format.startsWith('mini-swe-agent') &&
    found.output.messages.slice(0, 3).some((message) => v.is(MiniMessage, message))
  );
}
