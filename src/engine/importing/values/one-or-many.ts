import type { Path } from '../../model/path.ts';
import type { Value } from '../../model/value.ts';

/** A value and its place in the document. */
export interface Placed {
  readonly value: Value;
  readonly place: Path;
}

/** For files with one or several values: the value itself, or each element of a list. */
export const oneOrMany = (value: Value): readonly Placed[] =>
  Array.isArray(value)
    ? (value as readonly Value[]).map((element, index) => ({ value: element, place: [index] })) // narrowed to any[]
    : [{ value, place: [] }];
