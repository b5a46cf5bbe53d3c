import type { Run, RunStep } from './run.ts';

const hasFailed = ({ outcome }: RunStep, run: Run): boolean => {
  if ('throws' in outcome) return true;
  const settled = 'waits' in outcome ? run.settled(outcome.waits) : undefined;
  return settled !== undefined && 'rejects' in settled;
};

/**
 * Steps of a run that fail after an edit and did not before, in order. Step `edited` has another call, or was removed
 * when the run has become shorter.
 */
export function newlyFailing(before: Run, after: Run, edited: number): readonly number[] {
  const gone = before.steps.length - after.steps.length;
  const failing: number[] = [];
  for (let index = edited + 1 - gone; index < after.steps.length; index++) {
    const now = after.steps.at(index);
    const then = before.steps.at(index + gone);
    if (now === undefined || then === undefined) continue;
    if (hasFailed(now, after) && !hasFailed(then, before)) failing.push(index);
  }
  return failing;
}
