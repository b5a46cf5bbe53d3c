import type { Path } from '../../model/path.ts';
import { isList, valueAt, type Value } from '../../model/value.ts';
import { oneOrMany, type Placed } from './one-or-many.ts';

/** The records of an export: those of a list, of the first list under one of these paths, or the one that the document is. */
export function rowsIn(value: Value, ...paths: readonly Path[]): readonly Placed[] {
  for (const path of isList(value) ? [] : paths) {
    const held = valueAt(value, path);
    if (held === undefined || !isList(held)) continue;
    return [...held].map((row, index) => ({ value: row, place: [...path, index] }));
  }
  return oneOrMany(value);
}
