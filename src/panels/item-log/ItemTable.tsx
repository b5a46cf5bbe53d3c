import { useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { LoggedItem, LoggedItems } from '../../engine/systems/noetic/views/logged-items.ts';
import { itemLogQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import type { Input } from '../../worker/protocol.ts';
import { count } from '../../ui/format.ts';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import { TurnLink } from '../TurnLink.tsx';
import styles from './ItemLogView.module.css';

/** The query that determines the rows. */
export type LogQuery = Omit<Input<'itemLog'>, 'from' | 'to' | 'open'>;

interface ItemTableProps {
  readonly query: LogQuery;
  readonly total: number;
  /** Rows that the turn at the cursor appended. */
  readonly fresh: LoggedItems['here'];
  readonly row: number | null;
  readonly onRow: (row: number) => void;
}

const blockSize = 60;

/** The items of a log, oldest first, fetched as they come into view. */
export function ItemTable({ query, total, fresh, row, onRow }: ItemTableProps) {
  const engine = useEngine();
  const [sight, setSight] = useState({ from: Math.max(0, (row ?? 0) - 10), to: (row ?? 0) + 1 });
  const first = Math.floor(Math.min(sight.from, total - 1) / blockSize);
  const last = Math.max(first, Math.floor((Math.min(sight.to, total) - 1) / blockSize));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) =>
      itemLogQuery(engine, { ...query, from: block * blockSize, to: (block + 1) * blockSize, open: null }),
    ),
    combine: (answers) => answers.map((answer) => answer.data),
  });
  const rowAt = (index: number) => {
    const item = windows[Math.floor(index / blockSize) - first]?.rows[index % blockSize];
    return item === undefined ? undefined : { item, isFresh: fresh !== null && index >= fresh.from };
  };

  return (
    <Grid
      label="Items"
      columns={columns}
      count={total}
      rowAt={rowAt}
      cursor={row}
      onCursor={onRow}
      onRange={(from, to) => setSight((before) => (before.from === from && before.to === to ? before : { from, to }))}
    />
  );
}

interface Row {
  readonly item: LoggedItem;
  readonly isFresh: boolean;
}

const columns: readonly Column<Row>[] = [
  {
    id: 'place',
    title: '#',
    track: '40px',
    align: 'end',
    cell: ({ item }) => <span className={styles.place}>{count(item.place)}</span>,
  },
  {
    id: 'what',
    title: 'what',
    track: '68px',
    cell: ({ item }) => (
      <span className={styles.what} data-kind={item.kind} title={item.type ?? 'no type'}>
        {whatIs(item)}
      </span>
    ),
  },
  {
    id: 'text',
    title: 'says',
    track: 'minmax(64px, 1fr)',
    cell: ({ item }) => (
      <>
        {item.status !== null && item.status !== 'completed' && (
          <span className={styles.status} data-status={item.status}>
            {item.status}
          </span>
        )}
        <span className={styles.says} title={item.id === null ? item.text : `${item.id}\n${item.text}`}>
          {visible(item.text)}
        </span>
      </>
    ),
  },
  {
    id: 'turn',
    title: 'turn',
    track: '44px',
    // The opened item shows it too.
    from: 380,
    align: 'end',
    cell: ({ item, isFresh }) => <TurnLink turn={item.arrival.turn} isInGrid isHere={isFresh} />,
  },
  {
    id: 'tokens',
    title: <span title="Estimated: a quarter of the item’s JSON">≈ tok.</span>,
    track: '40px',
    align: 'end',
    cell: ({ item }) => <span className={styles.place}>{count(item.tokens)}</span>,
  },
];

/** The kind of an item in the grid; for a message, its role. */
function whatIs({ kind, role, type }: LoggedItem): string {
  switch (kind) {
    case 'message':
      return role ?? 'message';
    case 'function_call':
      return 'call';
    case 'function_call_output':
      return 'output';
    case 'reasoning':
      return 'reasoning';
    default:
      return type ?? 'no type';
  }
}
