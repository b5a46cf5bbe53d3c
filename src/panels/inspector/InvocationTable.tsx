import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { invocationsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { Grid, type Sort } from '../../ui/Grid.tsx';
import { invocationColumns, sortOf } from './capabilityColumns.tsx';

interface InvocationTableProps {
  /** The function's name. */
  readonly name: string;
  /** The number of its invocations up to the cursor. */
  readonly count: number;
  readonly sort: Sort;
  readonly onSort: (sort: Sort) => void;
  /** Called when the user chooses this function. */
  readonly onChoose: () => void;
}

/** Rows per query: about three screens. */
const blockSize = 60;

/** The invocations of one function, fetched as they come into view. Choosing one moves the cursor to its turn. */
export function InvocationTable({ name, count, sort, onSort, onChoose }: InvocationTableProps) {
  const engine = useEngine();
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const { moveCursor } = useViewActions();

  const [sight, setSight] = useState({ from: 0, to: 1 });
  const first = Math.floor(sight.from / blockSize);
  const last = Math.max(first, Math.floor((Math.min(sight.to, count) - 1) / blockSize));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) => ({
      ...invocationsQuery(engine, {
        session,
        turn,
        function: name,
        decisions,
        sort: sortOf(sort),
        from: block * blockSize,
        to: (block + 1) * blockSize,
      }),
      placeholderData: keepPreviousData,
    })),
    combine: (answers) => answers.map((answer) => answer.data),
  });

  const rowAt = (index: number) => windows[Math.floor(index / blockSize) - first]?.rows[index % blockSize];
  const here = windows.find((window) => window !== undefined)?.here ?? null;

  return (
    <Grid
      label="Invocations"
      columns={invocationColumns}
      count={count}
      rowAt={rowAt}
      cursor={here !== null && here < count ? here : null}
      onCursor={(index) => {
        const row = rowAt(index);
        if (row === undefined) return;
        onChoose();
        moveCursor(row.turn);
      }}
      onRange={(from, to) => setSight((before) => (before.from === from && before.to === to ? before : { from, to }))}
      sort={sort}
      onSort={onSort}
      empty={<EmptyState title="Not used up to this turn." />}
    />
  );
}
