import { isList, type Value } from '../../model/value.ts';

/** The first `most` elements of a list, which may be very long; empty if there is no list. */
export function firstValues(value: Value, most: number): readonly Value[] {
  const first: Value[] = [];
  if (!isList(value)) return first;
  for (const element of value) {
    if (first.push(element) >= most) break;
  }
  return first;
}
