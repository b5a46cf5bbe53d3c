import * as v from 'valibot';
import type { Path } from '../../model/path.ts';
import { isList, isRecord, type Value } from '../../model/value.ts';
import { firstValues } from '../../importing/values/first-values.ts';
import { LoneStep, Trajectory } from './format.ts';

export interface Found {
  readonly trajectory: Trajectory;
  readonly stepsPlace: Path;
}

/** A trajectory; its steps, copied without it; or one whose version nobody wrote. */
export function trajectoryIn(value: Value): Found | undefined {
  const whole = v.safeParse(Trajectory, value);
  if (whole.success) return { trajectory: whole.output, stepsPlace: ['steps'] };
  const steps = isRecord(value) ? value['steps'] : value;
  if (steps === undefined || !isList(steps) || !areSteps(steps)) return undefined;
  const unnamed = { ...(isRecord(value) && value), schema_version: 'ATIF-', steps: [...steps] };
  const trajectory = v.safeParse(Trajectory, unnamed);
  return trajectory.success
    ? { trajectory: trajectory.output, stepsPlace: isRecord(value) ? ['steps'] : [] }
    : undefined;
}

/** How many steps are looked at. */
const sample = 20;

function areSteps(value: Value): boolean {
  const first = firstValues(value, sample);
  return first.length > 0 && first.every((step) => v.is(LoneStep, step));
}
