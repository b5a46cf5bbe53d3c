import type { OpenedChannel, ShownChannel } from '../../engine/systems/noetic/views/shown-channels.ts';
import { counted } from '../../ui/format.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { TurnLink } from '../TurnLink.tsx';
import styles from './ChannelsView.module.css';
import { modeSentence, patience, soFar } from './words.ts';
import type { ActivitySlot, ChannelActivity } from '../../engine/systems/noetic/views/channel-activity.ts';
import { useViewActions } from '../../state/useView.ts';

interface ChannelStateProps {
  readonly channel: ShownChannel;
  readonly opened: OpenedChannel;
  readonly turn: number;
}

/** One channel at the cursor: its contents, the waiting contexts, and the handles of outside code. */
export function ChannelState({ channel, opened, turn }: ChannelStateProps) {
  const { path, waits, waitCount, handles, activity } = opened;
  return (
    <Scrolling as="div" className={styles.state} aria-label={`Channel ${channel.name}`}>
      <div className={styles.stateBar}>
        <PlaceLink path={path} />
        {channel.labels.length > 0 && (
          <span className={styles.aside} title="The name that calls use for it">
            also {channel.labels.join(', ')}
          </span>
        )}
      </div>
      <p className={styles.aside}>
        {modeSentence(channel)} {soFar(channel)}
      </p>
      <ActivityStrip activity={activity} cursor={turn} name={channel.name} />
      <dl className={styles.facts}>
        <CurrentValues channel={channel} values={opened.values} />
        <dt>waiting</dt>
        <dd>
          {waits.length === 0 ? (
            <span className={styles.aside}>no context</span>
          ) : (
            <ul className={styles.list} aria-label="Waiting">
              {waits.map((wait) => (
                <li key={wait.token} className={styles.wait}>
                  <span className={styles.who}>
                    <code>{wait.node}</code> {wait.kind === 'recv' ? 'waits to receive' : 'waits for room'}
                  </span>
                  <span className={styles.aside}>
                    since turn <TurnLink turn={wait.since} isHere={wait.since === turn} />
                  </span>
                  <span className={styles.patience}>{patience(wait)}</span>
                  {wait.value !== null && <Value text={wait.value.text} />}
                </li>
              ))}
            </ul>
          )}
          {waitCount > waits.length && <p className={styles.aside}>and {waitCount - waits.length} more</p>}
        </dd>
        {handles.length > 0 && (
          <>
            <dt title="Handles through which outside code writes">handles</dt>
            <dd>
              <ul className={styles.list} aria-label="Handles">
                {handles.map((handle) => (
                  <li key={handle.name} className={styles.wait}>
                    <code className={styles.who}>{handle.name}</code>
                    <span className={styles.aside}>
                      of {handle.node}, opened in turn <TurnLink turn={handle.turn} isHere={handle.turn === turn} />
                    </span>
                    <span className={styles.standing}>{handle.isClosed ? 'closed' : 'open'}</span>
                  </li>
                ))}
              </ul>
            </dd>
          </>
        )}
      </dl>
    </Scrolling>
  );
}

function CurrentValues({
  channel,
  values,
}: {
  readonly channel: ShownChannel;
  readonly values: OpenedChannel['values'];
}) {
  if (channel.mode === 'topic') return null;
  const more = channel.holds - values.length;
  return (
    <>
      <dt>holds</dt>
      <dd>
        {values.length === 0 ? (
          <span className={styles.aside}>{channel.isUsed ? 'nothing' : 'nothing: it was not used yet'}</span>
        ) : (
          <ol className={styles.list} aria-label="Held">
            {values.map(({ value, turn }, index) => (
              <li key={index} className={styles.held}>
                <Value text={value.text} />
                {turn !== null && (
                  <span className={styles.aside}>
                    from turn <TurnLink turn={turn} />
                  </span>
                )}
              </li>
            ))}
          </ol>
        )}
        {more > 0 && <p className={styles.aside}>and {counted(more, 'value')} more</p>}
      </dd>
    </>
  );
}

const Value = ({ text }: { readonly text: string }) => (
  <code className={styles.value}>
    <MiddleCut text={text} limit={64} />
  </code>
);

interface ActivityStripProps {
  readonly activity: ChannelActivity;
  readonly cursor: number;
  readonly name: string;
}

const [width, half, lane] = [320, 16, 6] as const;
const height = half * 2 + lane;

/** Values sent (up) and received (down) over the session's turns; below them, lost values. */
function ActivityStrip({ activity: { turns, slots }, cursor, name }: ActivityStripProps) {
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
