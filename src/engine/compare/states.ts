import { changesBetween, type ValueChanges } from '../model/changes.ts';
import type { Value } from '../model/value.ts';

/** What a rule can see at one turn, by root: `context`, and the root of the system, such as `call`. */
export interface VisibleState {
  readonly [root: string]: Value;
}

/**
 * The places that differ between two states; paths begin with the root, as in rules. Each root has a limit of its own, so that
 * many differences in one do not hide those in the other.
 */
export function stateDifferences(before: VisibleState, after: VisibleState): ValueChanges {
  const roots = new Set([...Object.keys(after), ...Object.keys(before)]);
  const found = [...roots].map((root) => changesBetween(only(before, root), only(after, root), []));
  return { changes: found.flatMap(({ changes }) => changes), isCut: found.some(({ isCut }) => isCut) };
}

/** Sessions of two systems have different roots: the whole root is then absent on one side. */
function only(state: VisibleState, root: string): VisibleState {
  const value = state[root];
  return value === undefined ? {} : { [root]: value };
}
