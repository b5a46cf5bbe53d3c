import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { LoneStep, MiniMessage, MiniTrajectory } from './format.ts';
import { firstValues } from '../../importing/values/elements.ts';

export function isMini(value: Value): boolean {
  const found = v.safeParse(MiniTrajectory, value);
  return (
    found.success &&
    /^(?:mini-swe-agent|swe-agent-log)/.test(found.output.trajectory_format) &&
    found.output.messages.slice(0, 3).some((message) => v.is(MiniMessage, message))
  );
}

/** The steps, copied without the trajectory around them. */
export const areStepsAlone = (value: Value): boolean => {
  const first = firstValues(value, maxChecked);
  return first.length > 0 && first.every((step) => v.is(LoneStep, step));
};

/** How many steps are checked. */
const maxChecked = 20;
