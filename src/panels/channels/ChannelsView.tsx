import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import type { ShownChannel, ShownChannels } from '../../engine/systems/noetic/views/shown-channels.ts';
import { channelsQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { EmptyState, Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { Grid } from '../../ui/Grid.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { atTurn, upToTurn } from '../turnWords.ts';
import { channelColumns } from './channelColumns.tsx';
import styles from './ChannelsView.module.css';
import { ChannelState } from './ChannelState.tsx';
import { HappenedTable } from './HappenedTable.tsx';

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
