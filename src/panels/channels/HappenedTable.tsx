import { keepPreviousData, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ChannelRow } from '../../engine/systems/noetic/views/shown-channels.ts';
import { channelsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useViewActions } from '../../state/useView.ts';
import type { Input } from '../../worker/protocol.ts';
import { EmptyState } from '../../ui/EmptyState.tsx';
import { type Column, Grid } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import { TurnLink } from '../TurnLink.tsx';
import { actWords, isLoss } from './words.ts';

interface HappenedTableProps {
  readonly query: Omit<Input<'channels'>, 'from' | 'to'>;
  readonly total: number;
}

const blockSize = 60;

/** The events of one channel up to the cursor, latest first, fetched as they come into view. */
export function HappenedTable({ query, total }: HappenedTableProps) {
  const engine = useEngine();
  const { moveCursor } = useViewActions();
  const [sight, setSight] = useState({ from: 0, to: 1 });
  // Rows count from the latest event, so a row index is valid only at one turn.
  const [row, setRow] = useState<{ readonly index: number; readonly turn: number } | null>(null);
  const first = Math.floor(Math.max(0, Math.min(sight.from, total - 1)) / blockSize);
  const last = Math.max(first, Math.floor((Math.min(sight.to, total) - 1) / blockSize));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) => ({
      ...channelsQuery(engine, { ...query, from: block * blockSize, to: (block + 1) * blockSize }),
      placeholderData: keepPreviousData,
    })),
    combine: (answers) => answers.map((answer) => answer.data?.opened),
  });
  const rowAt = (index: number) => {
    const happened = windows[Math.floor(index / blockSize) - first]?.rows[index % blockSize];
    return happened === undefined ? undefined : { ...happened, isHere: happened.turn === query.turn };
  };

  return (
    <Grid
      label="What happened"
      columns={columns}
      count={total}
      rowAt={rowAt}
      cursor={row?.turn === query.turn && row.index < total ? row.index : null}
      onCursor={(index) => setRow({ index, turn: query.turn })}
      onOpen={(index) => {
        const turn = rowAt(index)?.turn;
        if (turn !== undefined && turn >= 0) moveCursor(turn);
      }}
      onRange={(from, to) => setSight((before) => (before.from === from && before.to === to ? before : { from, to }))}
      empty={<EmptyState title="Nothing has happened here up to this turn." />}
    />
  );
}

const columns: readonly Column<ChannelRow & { readonly isHere: boolean }>[] = [
  {
    id: 'turn',
    title: 'turn',
    track: '44px',
    align: 'end',
    cell: ({ turn, isHere }) => <TurnLink turn={turn} isInGrid isHere={isHere} />,
  },
  {
    id: 'act',
    title: 'what',
    track: '100px',
    cell: ({ act }) => (
      <span data-bad={isLoss(act)} title={actWords[act]}>
        {actWords[act]}
      </span>
    ),
  },
  {
    id: 'who',
    title: 'who',
    track: '64px',
    cell: ({ node, handle }) => (
      <code title={handle === null ? 'context' : 'handle of outside code'}>{visible(handle ?? node ?? '')}</code>
    ),
  },
  {
    id: 'value',
    title: 'value',
    track: 'minmax(48px, 1fr)',
    cell: ({ value }) => (value === null ? '' : <code title={value.text}>{visible(value.text)}</code>),
  },
];
