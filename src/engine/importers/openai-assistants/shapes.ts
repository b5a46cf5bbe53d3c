import * as v from 'valibot';
import { isRecord, type Value } from '../../model/value.ts';
import { elementsOf, oneOrMany, type Placed } from '../../importing/values/elements.ts';
import { Message, Run, Step } from './format.ts';

/** How many entries of a level are checked, and how many levels of lists and records may surround them. */
const sample = 200;
const maxDepth = 3;

export const isAssistants = (value: Value): boolean =>
  objectsIn(value, sample).some(({ value: one }) => v.is(Message, one) || v.is(Step, one));

const isObject = (value: Value): boolean => v.is(Message, value) || v.is(Step, value) || v.is(Run, value);

/** Messages, steps and runs inside any lists and records around them, including the data of a stream. */
export function objectsIn(value: Value, most = Number.POSITIVE_INFINITY): readonly Placed[] {
  const found: Placed[] = [];
  let level = oneOrMany(value).slice(0, most);
  for (let depth = 0; depth <= maxDepth && level.length > 0; depth++) {
    const next: Placed[] = [];
    for (const placed of level) {
      if (isObject(placed.value)) found.push(placed);
      else if (next.length < most) next.push(...insideOf(placed).slice(0, most));
    }
    level = next.slice(0, most);
  }
  return found;
}

function insideOf({ value, place }: Placed): readonly Placed[] {
  if (isRecord(value)) return Object.entries(value).map(([key, inner]) => ({ value: inner, place: [...place, key] }));
  return elementsOf(value).map((inner, index) => ({ value: inner, place: [...place, index] }));
}
