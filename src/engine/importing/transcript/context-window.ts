import type { Value } from '../../model/value.ts';
import { countAt, type Where } from '../values/where.ts';

/**
 * How many tokens a call of the model can hold, from the records that say so. Undefined where they say different numbers,
 * because the model changed. Programs write 0 for a model that they do not know.
 */
export function contextWindowIn(records: readonly Value[], where: Where): number | undefined {
  const found = new Set(records.flatMap((record) => countAt(record, where) || []));
  const [only] = found;
  return found.size === 1 ? only : undefined;
}
