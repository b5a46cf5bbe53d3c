import * as v from 'valibot';
import type { Value } from '../../model/value.ts';
import { MiniMessage, MiniTrajectory } from './format.ts';

export function isMini(value: Value): boolean {
  const found = v.safeParse(MiniTrajectory, value);
  return (
    found.success &&
    found.output.trajectory_format.startsWith('mini-swe-agent') &&
    found.output.messages.slice(0, 3).some((message) => v.is(MiniMessage, message))
  );
}
