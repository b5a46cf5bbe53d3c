import type { Path } from '../model/path.ts';
import type { RecordValue, Value } from '../model/value.ts';

/** A row of a table: what its cells say by the names of their columns, and where each stands in the document. */
export interface TableRow {
  readonly place: Path;
  readonly value: RecordValue;
  readonly cells: ReadonlyMap<string, Path>;
}

// `fromEntries` makes `__proto__` a key like any other.
export const rowOf = (place: Path, cells: readonly (readonly [string, Path, Value])[]): TableRow => ({
  place,
  value: Object.fromEntries(cells.map(([name, , value]) => [name, value])),
  cells: new Map(cells.map(([name, at]) => [name, at])),
});
