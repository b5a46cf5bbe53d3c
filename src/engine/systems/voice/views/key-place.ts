import type { Value } from '../../../model/value.ts';
import type { CallPath } from '../path.ts';
import { readPlace, type Steps } from '../place.ts';
import { isFields, namesOf } from '../wide-record.ts';

/** A namespace, or a place in one. */
export type Place = Pick<CallPath, 'namespace' | 'steps'>;

/** The depth of keys: two steps for agents (agent and key), one for other namespaces. */
export const keyDepth = ({ namespace }: Pick<Place, 'namespace'>): number => (namespace === 'agents' ? 2 : 1);

/** The keys affected by a write: the key that contains the place, or all keys that were or are inside it. */
export function keysTouched(place: Place, before: Value, after: Value): readonly Steps[] {
  const depth = keyDepth(place);
  const { steps } = place;
  if (steps.length === depth) return [steps];
  if (steps.length > depth) return [steps.slice(0, depth)];
  const names = new Set([...namesIn(before, steps), ...namesIn(after, steps)]);
  return Array.from(names, (name) =>
    keysTouched({ namespace: place.namespace, steps: [...steps, name] }, before, after),
  ).flat();
}

function namesIn(space: Value, steps: Steps): readonly string[] {
  const value = readPlace(space, steps);
  return value !== undefined && isFields(value) ? namesOf(value) : [];
}
