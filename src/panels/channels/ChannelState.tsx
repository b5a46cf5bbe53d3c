import type { OpenedChannel, ShownChannel } from '../../engine/systems/noetic/views/shown-channels.ts';
import { counted } from '../../ui/format.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { Scrolling } from '../../ui/Scrolling.tsx';
import { PlaceLink } from '../PlaceLink.tsx';
import { TurnLink } from '../TurnLink.tsx';
import { ActivityStrip } from './ActivityStrip.tsx';
import styles from './ChannelsView.module.css';
import { modeSentence, patience, soFar } from './words.ts';

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
