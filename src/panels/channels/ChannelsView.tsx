import { useQuery, useQueries } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownChannel, ShownChannels, ChannelRow } from '../../engine/systems/noetic/views/shown-channels.ts';
import { channelsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { counted, count } from '../../ui/format.ts';
import { Grid, type Column } from '../../ui/Grid.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { atTurn, upToTurn } from '../words.ts';
import styles from './ChannelsView.module.css';
import { ChannelState } from './ChannelState.tsx';
import { visible } from '../../ui/visible.tsx';
import { useViewActions } from '../../state/useView.ts';
import type { Input } from '../../worker/protocol.ts';
import { TurnLink } from '../TurnLink.tsx';
import { actWords, isLoss } from './words.ts';

/** The channels at the cursor, and below them the chosen one with its contents, waits and events. */
export function ChannelsView() {
  const { ref: session } = useSession();
  const turn = useCalmCursor();
  const decisions = useDecisions();
  const [chosen, setChosen] = useState<string | null>(null);
  const query = { session, turn, decisions, channel: chosen };
  const shown = useQuery(channelsQuery(useEngine(), { ...query, from: 0, to: 0 }));

  if (shown.isError) return <Failure message={shown.error.message} />;
  if (shown.data === undefined) return <Skeleton lines={8} label="Loading: Channels" />;
  const { channels, total, opened } = shown.data;
  if (total === 0) return <EmptyState title={`No channel was declared or used ${upToTurn(turn)}.`} />;
  const channel = channelOf(shown.data);

  return (
    <div className={styles.view}>
      <div className={styles.channels} style={{ height: `min(40%, ${(channels.length + 1) * 24 + 2}px)` }}>
        <Grid
          label="Channels"
          columns={channelColumns}
          count={channels.length}
          rowAt={(index) => channels[index]}
          cursor={channel === undefined ? null : channels.indexOf(channel)}
          onCursor={(index) => setChosen(channels[index]?.name ?? null)}
        />
      </div>
      {total > channels.length && (
        <p className={styles.note}>{counted(total - channels.length, 'more channel')} not shown.</p>
      )}
      {opened === null || channel === undefined ? (
        <EmptyState title={`The channel ${chosen ?? ''} did not exist yet ${atTurn(turn)}.`} />
      ) : (
        <>
          <ChannelState channel={channel} opened={opened} turn={turn} />
          <div className={styles.happened}>
            <HappenedTable key={opened.name} query={{ ...query, channel: opened.name }} total={opened.stepTotal} />
          </div>
        </>
      )}
    </div>
  );
}

const channelOf = ({ channels, opened }: ShownChannels): ShownChannel | undefined =>
  channels.find(({ name }) => name === opened?.name);

const number = (value: number, isBad = false) => (
  <span data-zero={value === 0} data-bad={isBad && value > 0}>
    {count(value)}
  </span>
);

const channelColumns: readonly Column<ShownChannel>[] = [
  {
    id: 'name',
    title: 'channel',
    track: 'minmax(64px, 1fr)',
    cell: ({ name, isUsed }) => (
      <code className={styles.name} data-used={isUsed} title={isUsed ? name : `${name}: declared, not used yet`}>
        {visible(name)}
      </code>
    ),
  },
  { id: 'mode', title: 'mode', track: '40px', cell: ({ mode }) => <span className={styles.aside}>{mode}</span> },
  {
    id: 'holds',
    title: 'holds',
    track: 'minmax(40px, 56px)',
    align: 'end',
    cell: ({ holds, capacity, mode }) => (
      <span data-zero={holds === 0}>
        {mode === 'topic' ? '–' : count(holds)}
        {capacity !== null && <span className={styles.aside}>/{count(capacity)}</span>}
      </span>
    ),
  },
  {
    id: 'waiting',
    title: 'wait',
    track: '32px',
    align: 'end',
    cell: ({ receivers, senders }) => number(receivers + senders),
  },
  { id: 'sent', title: 'sent', track: '36px', align: 'end', cell: ({ sent }) => number(sent) },
  {
    id: 'lost',
    title: <span title="Values dropped, and waits that timed out">lost</span>,
    track: '32px',
    align: 'end',
    cell: ({ lost, timedOut }) => number(lost + timedOut, true),
  },
];

interface HappenedTableProps {
  readonly query: Omit<Input<'channels'>, 'from' | 'to'>;
  readonly total: number;
}

const blockSize = 60;

/** The events of one channel up to the cursor, latest first, fetched as they come into view. */
function HappenedTable({ query, total }: HappenedTableProps) {
  const engine = useEngine();
  const { moveCursor } = useViewActions();
  const [sight, setSight] = useState({ from: 0, to: 1 });
  // Rows count from the latest event, so a row index is valid only at one turn.
  const [row, setRow] = useState<{ readonly index: number; readonly turn: number } | null>(null);
  const first = Math.floor(Math.max(0, Math.min(sight.from, total - 1)) / blockSize);
  const last = Math.max(first, Math.floor((Math.min(sight.to, total) - 1) / blockSize));
  const blocks = Array.from({ length: last - first + 1 }, (_, index) => first + index);
  const windows = useQueries({
    queries: blocks.map((block) =>
      channelsQuery(engine, { ...query, from: block * blockSize, to: (block + 1) * blockSize }),
    ),
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
