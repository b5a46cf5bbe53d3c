import { isTruthy } from '../../model/truthiness.ts';
import { entry } from '../../model/value.ts';
import type { CallState } from './state.ts';
import { lookUp, onlyPlaceholder } from './template.ts';

/** Conditions name flags without their namespace. A flag that was never set is false. */
export const unmetOf = ({ spaces }: CallState, conditions: readonly string[]): readonly string[] =>
  conditions.filter((name) => entry(spaces.flags, name) !== true);

/** A workflow node's `skip_condition`: a path, or a template of one. */
export function isSkipped(state: CallState, condition: string): boolean {
  const found = lookUp(state, onlyPlaceholder(condition) ?? condition.trim());
  return found.kind !== 'unresolved' && isTruthy(found.value);
}
