import { type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useState } from 'react';

/** Rows per query: about three screens. */
const blockSize = 60;
/** Rows are fetched this early, so that most are there when they come into view. */
const ahead = blockSize / 2;

const blockOf = (row: number): number => Math.floor(row / blockSize);

/** The rows that are fetched together with one. */
export const windowOf = (row: number): { readonly from: number; readonly to: number } => {
  const from = blockOf(row) * blockSize;
  return { from, to: from + blockSize };
};

/**
 * Fetches the rows of a long list as they come into view. `queryOf` requests the rows from `from` up to but not
 * including `to`; pass `rowAt` and `onRange` to a grid.
 */
export function useWindowed<Row>(
  count: number,
  queryOf: (from: number, to: number) => Pick<UseQueryOptions<readonly Row[]>, 'queryKey' | 'queryFn' | 'staleTime'>,
) {
  // Whole blocks, so that not every scrolled row draws the list's panel again.
  const [sight, setSight] = useState({ first: 0, last: 0 });
  const { first } = sight;
  const last = Math.max(first, Math.min(sight.last, blockOf(count - 1)));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) => ({
      ...queryOf(block * blockSize, (block + 1) * blockSize),
      retry: false,
    })),
    combine: (answers) => answers.map(({ data }) => data),
  });
  return {
    rowAt: (index: number): Row | undefined => windows[blockOf(index) - first]?.[index % blockSize],
    onRange(from: number, to: number): void {
      const next = { first: blockOf(Math.max(0, from - ahead)), last: blockOf(to - 1 + ahead) };
      setSight((before) => (before.first === next.first && before.last === next.last ? before : next));
    },
  };
}
