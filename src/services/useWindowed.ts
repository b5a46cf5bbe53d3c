import { keepPreviousData, type UseQueryOptions, useQueries } from '@tanstack/react-query';
import { useState } from 'react';

/** Rows per query: about three screens. */
const blockSize = 60;

/**
 * Fetches the rows of a long list as they come into view. `queryOf` requests the rows from `from` up to but not
 * including `to`; pass `rowAt` and `onRange` to a grid.
 */
export function useWindowed<Row>(
  count: number,
  queryOf: (from: number, to: number) => Pick<UseQueryOptions<readonly Row[]>, 'queryKey' | 'queryFn' | 'staleTime'>,
) {
  const [sight, setSight] = useState({ from: 0, to: 1 });
  const first = Math.floor(sight.from / blockSize);
  const last = Math.max(first, Math.floor((Math.min(sight.to, count) - 1) / blockSize));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) => ({
      ...queryOf(block * blockSize, (block + 1) * blockSize),
      retry: false,
      placeholderData: keepPreviousData,
    })),
    combine: (answers) => answers.map(({ data }) => data),
  });
  return {
    rowAt: (index: number): Row | undefined => windows[Math.floor(index / blockSize) - first]?.[index % blockSize],
    onRange: (from: number, to: number) =>
      setSight((before) => (before.from === from && before.to === to ? before : { from, to })),
  };
}
