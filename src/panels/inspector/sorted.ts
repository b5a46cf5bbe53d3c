import type { CapabilityRow } from '../../worker/protocol.ts';

interface Sort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

type Key = string | number;

/** Sorted by a column's value; equal rows keep their order. */
export function sortedCapabilities(rows: readonly CapabilityRow[], sort: Sort): readonly CapabilityRow[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(keyOf(a, sort.column), keyOf(b, sort.column)));
}

const compare = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

function keyOf(row: CapabilityRow, column: string): Key {
  switch (column) {
    case 'successful':
      return row.successful ?? -1;
    case 'errored':
      return row.errored ?? -1;
    case 'restricted':
      return row.restricted ?? -1;
    default:
      return row.function;
  }
}
