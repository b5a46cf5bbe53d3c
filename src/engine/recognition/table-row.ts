import type { Path } from '../model/path.ts';
import type { RecordValue, Value } from '../model/value.ts';

/** A row of a table: its cells by column name, and the place of each cell in the document. */
export interface TableRow {
  readonly place: Path;
  readonly value: RecordValue;
  readonly cells: ReadonlyMap<string, Path>;
}

// `fromEntries` makes `__proto__` an ordinary key.
export const rowOf = (place: Path, cells: readonly (readonly [string, Path, Value])[]): TableRow => ({
  place,
  value: Object.fromEntries(cells.map(([name, , value]) => [name, value])),
  cells: new Map(cells.map(([name, at]) => [name, at])),
});
