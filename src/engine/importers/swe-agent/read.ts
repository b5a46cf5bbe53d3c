import * as v from 'valibot';
import { err, ok } from '../../../base/result.ts';
import type { Read } from '../../importing/importer.ts';
import { firstFault } from '../../importing/values/schema.ts';
import { MiniTrajectory, Trajectory } from './format.ts';
import { sessionOfMini, titleOfMini } from './mini.ts';
import { sessionOfSteps, titleOfSteps } from './steps.ts';
import { areStepsAlone, isMini } from './shapes.ts';

export const read: Read = ({ value }) => {
  if (isMini(value)) {
    const mini = v.parse(MiniTrajectory, value); // the `is` check above passed
    return ok({ sessions: [{ title: titleOfMini(mini), system: 'task', open: () => ok(sessionOfMini(mini)) }] });
  }
  const isAlone = areStepsAlone(value);
  const steps = v.safeParse(Trajectory, isAlone ? { trajectory: value } : value);
  if (!steps.success) {
    const message = `This looks like a trajectory of SWE-agent, but ${firstFault(steps.issues)}.`;
    return err({ code: 'import/malformed', message });
  }
  const trajectory = steps.output;
  const stepsPlace = isAlone ? [] : ['trajectory'];
  return ok({
    sessions: [
      { title: titleOfSteps(trajectory), system: 'task', open: () => ok(sessionOfSteps(trajectory, stepsPlace)) },
    ],
  });
};
