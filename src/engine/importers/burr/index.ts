import type { Importer } from '../../importing/importer.ts';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';
import { fits } from '../../importing/values/where.ts';

/**
 * Burr: the log of its local tracker, a line per event, and its state as programs print it.
 * https://github.com/apache/burr/blob/main/burr/tracking/common/models.py
 */
export const burr: Importer = {
  id: 'burr',
  title: 'Burr tracker logs and states',
  claim: ({ value }) => (isLog(value) || stateIn(value) !== undefined ? 'certain' : 'no'),
  load: async () => (await import('./read.ts')).read,
};

/** How many lines are examined: a log may be cut off at its beginning. */
const sample = 200;

const isLog = (value: Value): boolean =>
  elementsOf(value)
    .slice(0, sample)
    .some((line) => fits(line, { type: ['begin_entry'], action: 'text' }));

/** A state, or the last element of the result of a step: `(action, result, state)`. */
export function stateIn(value: Value): Placed | undefined {
  const list = elementsOf(value);
  const state = list.length === 3 ? { value: list[2] ?? null, place: [2] } : { value, place: [] };
  return isRecord(state.value) && Object.hasOwn(state.value, '__SEQUENCE_ID') ? state : undefined;
}
