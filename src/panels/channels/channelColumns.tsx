import type { ShownChannel } from '../../engine/systems/noetic/views/shown-channels.ts';
import { count } from '../../ui/format.ts';
import type { Column } from '../../ui/Grid.tsx';
import { visible } from '../../ui/visible.tsx';
import styles from './ChannelsView.module.css';

const number = (value: number, isBad = false) => (
  <span data-zero={value === 0} data-bad={isBad && value > 0}>
    {count(value)}
  </span>
);

export const channelColumns: readonly Column<ShownChannel>[] = [
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
