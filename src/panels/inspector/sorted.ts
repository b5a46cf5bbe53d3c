import type { CapabilityInvocation, CapabilityRow } from '../../worker/protocol.ts';

interface Sort {
  readonly column: string;
  readonly direction: 'ascending' | 'descending';
}

type Key = string | number;

/** By a column's value; equal ones keep their order. */
function sorted<Row>(rows: readonly Row[], sort: Sort, keyOf: (row: Row) => Key): readonly Row[] {
  const sign = sort.direction === 'ascending' ? 1 : -1;
  return rows.toSorted((a, b) => sign * compare(keyOf(a), keyOf(b)));
}

const compare = (a: Key, b: Key) => (a < b ? -1 : a > b ? 1 : 0);

export const sortedCapabilities = (rows: readonly CapabilityRow[], sort: Sort): readonly CapabilityRow[] =>
  sorted(rows, sort, (row) => {
    switch (sort.column) {
      case 'successful':
        return row.successful;
      case 'errored':
        return row.errored;
      case 'restricted':
        return row.restricted;
      default:
        return row.function;
    }
  });

export const sortedInvocations = (rows: readonly CapabilityInvocation[], sort: Sort): readonly CapabilityInvocation[] =>
  sorted(rows, sort, (row) => {
    switch (sort.column) {
      case 'turn':
        return row.turn;
      case 'outcome':
        return row.outcome;
      case 'at':
        return row.at ?? '';
      default:
        return row.index;
    }
  });
