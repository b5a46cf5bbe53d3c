import { useQuery, keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import { capabilitiesQuery, invocationsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import type { CapabilityRow } from '../../worker/protocol.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { Grid, type Sort } from '../../ui/Grid.tsx';
import { Region } from '../../ui/Region.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { visible } from '../../ui/visible.tsx';
import { useTurnWords } from '../useTurnWords.ts';
import { capabilityColumns, invocationColumns, sortOf } from './capabilityColumns.tsx';
import styles from './Capabilities.module.css';
import { useViewActions } from '../../state/useView.ts';

/**
 * The functions of the context at the cursor with their counts, and below them the invocations of one function with
 * their index in CEL.
 */
export function CapabilitiesPanel() {
  return (
    <Region name="Capabilities" inTabs>
      <Capabilities />
    </Region>
  );
}

function Capabilities() {
  const cursor = useCalmCursor();
  const rows = useQuery(capabilitiesQuery(useEngine(), useSession().ref, cursor, useDecisions()));
  const words = useTurnWords();
  const [chosen, setChosen] = useState<string | null>(null);
  const [order, setOrder] = useState<Sort>({ column: 'function', direction: 'ascending' });
  const [inner, setInner] = useState<Sort>({ column: 'index', direction: 'ascending' });

  if (rows.isPending) return <Skeleton lines={8} label="Loading capabilities" />;
  if (rows.isError) return <Failure message={rows.error.message} />;
  if (rows.data === null) return <EmptyState title="Unknown: the recording does not hold context.capabilities." />;
  const capabilities = sortedCapabilities(rows.data, order);
  const shown = shownOf(capabilities, chosen);
  if (shown === undefined) return <EmptyState title="No capability is declared or used in this session." />;

  return (
    <div className={styles.column}>
      <div className={styles.functions} style={{ height: `min(40%, ${(capabilities.length + 1) * 24 + 2}px)` }}>
        <Grid
          label="Capabilities"
          columns={capabilityColumns}
          count={capabilities.length}
          rowAt={(index) => capabilities[index]}
          cursor={capabilities.indexOf(shown)}
          onCursor={(index) => setChosen(capabilities[index]?.function ?? null)}
          sort={order}
          onSort={setOrder}
        />
      </div>
      <div className={styles.strip}>
        <code className={styles.path}>context.capabilities.{visible(shown.function)}</code>
        <span className={styles.aside}>{words.upTo(cursor)}</span>
      </div>
      <div className={styles.fill}>
        <InvocationTable
          key={shown.function}
          name={shown.function}
          count={shown.uses}
          sort={inner}
          onSort={setInner}
          onChoose={() => setChosen(shown.function)}
        />
      </div>
    </div>
  );
}

/** The function the user chose, or else the one of the turn at the cursor. */
function shownOf(rows: readonly CapabilityRow[], chosen: string | null): CapabilityRow | undefined {
  return (
    rows.find((row) => row.function === chosen) ??
    rows.find((row) => row.here) ??
    rows.find((row) => row.uses > 0) ??
    rows[0]
  );
}

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
function InvocationTable({ name, count, sort, onSort, onChoose }: InvocationTableProps) {
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

type Key = string | number;

/** Sorted by a column's value; equal rows keep their order. */
function sortedCapabilities(rows: readonly CapabilityRow[], sort: Sort): readonly CapabilityRow[] {
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
