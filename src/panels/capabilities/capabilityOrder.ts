import type { CapabilityRow } from '../../worker/protocol.ts';
import type { Sort } from '../../ui/Grid.tsx';
import type { Counts } from './capabilityColumns.tsx';

/** The capabilities whose names contain every typed word. */
export function matching(rows: readonly CapabilityRow[], filter: string): readonly CapabilityRow[] {
  const words = filter.toLowerCase().split(/\s+/).filter(Boolean);
  return rows.filter(({ function: name }) => words.every((word) => name.toLowerCase().includes(word)));
}

/** Sorted by a column's value; equal rows keep their order. */
export function sortedCapabilities(rows: readonly CapabilityRow[], { column, direction }: Sort) {
  const sign = direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(keyOf(a, column), keyOf(b, column)));
}

type Key = string | number;

const compare = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

function keyOf(row: CapabilityRow, column: string): Key {
  switch (column) {
    case 'uses':
    case 'successful':
    case 'errored':
    case 'restricted':
      return row[column] ?? -1;
    case 'p50':
    case 'p95':
      return row.latency?.[column] ?? -1;
    default:
      return row.function;
  }
}

/** The sums of all rows; null where one of them is unknown. */
export function sumsOf(rows: readonly CapabilityRow[]): Counts {
  const sum = (key: 'successful' | 'errored' | 'restricted') =>
    rows.reduce<number | null>((before, row) => {
      const more = row[key];
      return before === null || more === null ? null : before + more;
    }, 0);
  return {
    uses: rows.reduce((before, row) => before + row.uses, 0),
    successful: sum('successful'),
    errored: sum('errored'),
    restricted: sum('restricted'),
  };
}
