import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { LoneStep, Trajectory } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

export interface Found {
  readonly trajectory: Trajectory;
  readonly stepsPlace: Path;
}

/** Finds a trajectory, the steps of one copied without it, or a trajectory without a version. */
export function trajectoryIn(value: Value): Found | undefined {
  const complete = v.safeParse(Trajectory, value);
  if (complete.success) return { trajectory: complete.output, stepsPlace: ['steps'] };
  const steps = isRecord(value) ? value['steps'] : value;
  if (steps === undefined || !isList(steps) || !areSteps(steps)) return undefined;
  const unnamed = { ...(isRecord(value) && value), schema_version: 'ATIF-', steps: [...steps] };
  const trajectory = v.safeParse(Trajectory, unnamed);
  return trajectory.success
    ? { trajectory: trajectory.output, stepsPlace: isRecord(value) ? ['steps'] : [] }
    : undefined;
}

/** The number of steps checked to recognise the format. */
const maxSteps = 20;

function areSteps(value: Value): boolean {
  const first = firstValues(value, maxSteps);
  return first.length > 0 && first.every((step) => v.is(LoneStep, step));
}
