import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, type Placed } from '../../importing/values/elements.ts';

/** A state, or the last element of the result of a step: `(action, result, state)`. */
export function stateIn(value: Value): Placed | undefined {
  const list = elementsOf(value);
  const state = list.length === 3 ? { value: list[2] ?? null, place: [2] } : { value, place: [] };
  return isRecord(state.value) && Object.hasOwn(state.value, '__SEQUENCE_ID') ? state : undefined;
}
