import type { Value } from '../../../model/value.ts';
import type { CallPath } from '../path.ts';
import { readPlace } from '../place.ts';
import { isFields, namesOf } from '../wide-record.ts';

/** A namespace, or a place in one. */
export type Place = Pick<CallPath, 'namespace' | 'steps'>;

/** Below an agent are its keys; below any other namespace they are at once. */
export const keyDepth = ({ namespace }: Pick<Place, 'namespace'>): number => (namespace === 'agents' ? 2 : 1);

/** The keys that a write to a place touched: the one around it, or all that were or are in it. */
export function keyPlaces(place: Place, before: Value, after: Value): readonly Place[] {
  const depth = keyDepth(place);
  if (place.steps.length >= depth) return [{ ...place, steps: place.steps.slice(0, depth) }];
  const names = new Set([...namesIn(before, place), ...namesIn(after, place)]);
  const inside = Array.from(names, (name): Place => ({ ...place, steps: [...place.steps, name] }));
  return inside.flatMap((one) => (one.steps.length < depth ? keyPlaces(one, before, after) : [one]));
}

function namesIn(space: Value, { steps }: Place): readonly string[] {
  const value = readPlace(space, steps);
  return value !== undefined && isFields(value) ? namesOf(value) : [];
}
