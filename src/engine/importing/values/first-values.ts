import { isList, type Value } from '../../model/value.ts';

/** The first `most` elements of a list, of which there may be very many; none where there is no list. */
export function firstValues(value: Value, most: number): readonly Value[] {
  const first: Value[] = [];
  if (!isList(value)) return first;
  for (const element of value) {
    if (first.push(element) >= most) break;
  }
  return first;
}
