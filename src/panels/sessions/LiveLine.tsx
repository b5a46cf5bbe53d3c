import { ago, count, counted } from '../../ui/format.ts';
import { useCurrentSecond } from '../../ui/useNow.ts';
import { usePolite } from '../../ui/usePolite.ts';
import type { Arrivals, LiveReport, LiveState } from '../../worker/live-protocol.ts';
import type { SourceId } from '../../worker/protocol.ts';
import { PlayerBar } from './PlayerBar.tsx';
import styles from './SessionsPanel.module.css';

const states: { readonly [S in LiveState]: string } = {
  queued: 'Queued: a browser can receive four streams, in all of its tabs together',
  waiting: 'Waiting for the first record',
  connected: 'Connected',
  interrupted: 'Not connected, trying again',
  refused: 'Not connected',
  ended: 'Ended',
};

const stateIn = ({ state, playback }: LiveReport): string =>
  playback !== null && state === 'connected'
    ? playback.isPlaying
      ? 'Playing back'
      : 'Playback paused'
    : states[state];

/** A connection that comes and goes is announced only this often. */
const announceMs = 5000;

interface LiveLineProps {
  readonly name: string;
  readonly source: SourceId;
  readonly live: LiveReport;
  /** Fires of watched rules that the user has not looked at. */
  readonly unseen: number;
}

/** The state of a live session, how fast its records arrive, and why nothing of it is shown yet. */
export function LiveLine({ name, source, live, unseen }: LiveLineProps) {
  const { trouble, records, dropped, deleted, opened, playback, problem, isStopped } = live;
  const state = stateIn(live);
  return (
    <div className={styles.live} data-state={live.state}>
      <span className={styles.liveMark} aria-hidden="true" />
      <span>
        {state}
        {playback !== null && !isStopped
          ? `, ${count(playback.played)} of ${counted(playback.total, 'record')}`
          : records > 0 && `, ${counted(records, 'record')}`}
      </span>
      <Pace live={live} unseen={unseen} />
      <span className="visually-hidden" role="status">
        {usePolite(`${name}: ${state}`, announceMs)}
      </span>
      {playback !== null && !isStopped && <PlayerBar name={name} source={source} playback={playback} />}
      {dropped > 0 && (
        <p className={styles.liveProblem}>{counted(dropped, 'record')} lost: the server has no room for more.</p>
      )}
      {deleted > 0 && (
        <p className={styles.liveProblem}>
          {counted(deleted, 'earlier record')} no longer on the server: other sessions needed the room.
        </p>
      )}
      {trouble !== null && <p className={styles.liveProblem}>{trouble}</p>}
      {problem !== null && (
        <p className={styles.liveProblem}>
          {opened === null ? 'Not read yet: ' : 'The newest records could not be read: '}
          {problem.message}
        </p>
      )}
    </div>
  );
}

/** The line is there from the start, so that nothing moves when the first record arrives. */
function Pace({ live: { state, lastRecord, arrivals }, unseen }: Pick<LiveLineProps, 'live' | 'unseen'>) {
  const now = useCurrentSecond();
  const { text, words } = rateOf(arrivals, now);
  return (
    <span className={styles.livePace}>
      {state !== 'ended' && state !== 'refused' && <span title={words}>{text}</span>}
      <span>{lastRecord === null ? 'no record yet' : `last ${ago(now - lastRecord / 1000)}`}</span>
      {unseen > 0 && <b className={styles.liveFires}>{counted(unseen, 'new fire')}</b>}
    </span>
  );
}

/** Seconds over which a fast rate is taken; a slow one is counted over a minute. */
const fastSeconds = 10;

/** Records per second, or per minute if there is less than one in a second. The second that has begun counts. */
export function rateOf(arrivals: readonly Arrivals[], now: number): { readonly text: string; readonly words: string } {
  const within = (seconds: number) =>
    arrivals.reduce((sum, { second, records }) => (second > now - seconds ? sum + records : sum), 0);
  const perSecond = Math.round(within(fastSeconds) / fastSeconds);
  return within(fastSeconds) >= fastSeconds
    ? { text: `${count(perSecond)}/s`, words: `${counted(perSecond, 'record')} a second, over the last 10 seconds` }
    : { text: `${count(within(60))}/min`, words: `${counted(within(60), 'record')} in the last minute` };
}
