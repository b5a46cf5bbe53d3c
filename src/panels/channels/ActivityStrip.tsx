import type { ActivitySlot, ChannelActivity } from '../../engine/systems/noetic/views/channel-activity.ts';
import { useViewActions } from '../../state/useView.ts';
import { counted } from '../../ui/format.ts';
import styles from './ChannelsView.module.css';

interface ActivityStripProps {
  readonly activity: ChannelActivity;
  readonly cursor: number;
  readonly name: string;
}

const [width, half, lane] = [320, 16, 6] as const;
const height = half * 2 + lane;

/** Values sent (up) and received (down) over the session's turns; below them, lost values. */
export function ActivityStrip({ activity: { turns, slots }, cursor, name }: ActivityStripProps) {
  const { moveCursor } = useViewActions();
  const most = Math.max(...slots.map(({ sent, received }) => Math.max(sent, received)), 0);
  if (most === 0 && slots.every(({ lost }) => lost === 0)) return null;
  const slotWidth = width / Math.max(1, slots.length);
  const x = (turn: number) => (turn / Math.max(1, turns)) * width;
  const y = (amount: number) => (amount === 0 ? 0 : Math.max(2, (amount / Math.max(1, most)) * (half - 2)));

  return (
    <figure className={styles.strip}>
      {/* A shortcut for the mouse; the table below has a link to each turn. */}
      {/* oxlint-disable-next-line jsx-a11y/click-events-have-key-events, jsx-a11y/no-noninteractive-element-interactions */}
      <svg
        viewBox={`0 0 ${width} ${height}`}
        preserveAspectRatio="none"
        role="img"
        aria-label={`Values sent and received in ${name} over the turns. The table below has each of them.`}
        onClick={({ clientX, currentTarget }) => {
          const box = currentTarget.getBoundingClientRect();
          moveCursor(Math.min(turns - 1, Math.floor(((clientX - box.left) / Math.max(1, box.width)) * turns)));
        }}
      >
        <path className={styles.axis} d={`M0 ${half}H${width}`} />
        <rect className={styles.here} x={x(cursor)} y={0} width={Math.max(1, x(1))} height={height} />
        {slots.map((slot) => (
          <Slot key={slot.turn} slot={slot} x={x(slot.turn)} width={Math.max(1, slotWidth - 1)} y={y} />
        ))}
      </svg>
      <figcaption className={styles.legend}>
        <span data-flow="sent">sent ↑</span>
        <span data-flow="received">received ↓</span>
        <span data-flow="lost">lost ▪</span>
        <span className={styles.aside}>{counted(turns, 'turn')}</span>
      </figcaption>
    </figure>
  );
}

interface SlotProps {
  readonly slot: ActivitySlot;
  readonly x: number;
  readonly width: number;
  readonly y: (amount: number) => number;
}

function Slot({ slot: { sent, received, lost }, x, width: wide, y }: SlotProps) {
  const bar = Math.min(wide, 10);
  const left = x + (wide - bar) / 2;
  return (
    <>
      {sent > 0 && <rect className={styles.sent} x={left} y={half - y(sent)} width={bar} height={y(sent)} />}
      {received > 0 && <rect className={styles.received} x={left} y={half} width={bar} height={y(received)} />}
      {lost > 0 && <rect className={styles.lost} x={left} y={height - 4} width={bar} height={4} />}
    </>
  );
}
