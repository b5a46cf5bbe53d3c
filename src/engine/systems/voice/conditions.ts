import { isTruthy } from '../../model/truthiness.ts';
import { entry } from '../../model/value.ts';
import type { CallState } from './state.ts';
import { lookUp, onlyPlaceholder } from './template.ts';

/** The flags that are not true. Conditions name flags without their namespace; a flag that was never set is false. */
export const unmetOf = ({ spaces }: CallState, conditions: readonly string[]): readonly string[] =>
  conditions.filter((name) => entry(spaces.flags, name) !== true);

/** Whether a workflow node's `skip_condition` holds: a path, or a template that is one path. */
export function isSkipped(state: CallState, condition: string): boolean {
  const found = lookUp(state, onlyPlaceholder(condition) ?? condition.trim());
  return found.kind !== 'unresolved' && isTruthy(found.value);
}
