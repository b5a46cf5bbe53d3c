import type { BacktestState, RecordingResult } from '../../services/backtest/backtest.ts';
import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { usePolite } from '../../ui/usePolite.ts';
import styles from './Backtest.module.css';
import type { RefusedFile } from '../../state/backtest.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import { leftInWords } from './words.ts';

interface ProgressProps {
  readonly state: BacktestState;
  readonly sessions: number;
  readonly stop: () => void;
  readonly begin: () => void;
}

const sayAtMostEveryMs = 2000;

/** The progress of judging, with buttons to stop and continue it. */
export function Progress({ state, sessions, stop, begin }: ProgressProps) {
  const { done, total, current, isRunning, leftMs } = state;
  const isStopped = !isRunning && done < total;
  const text = isRunning
    ? `${count(done)} of ${counted(total, 'recording')}${leftMs === null ? '' : `, ${leftInWords(leftMs)}`}`
    : isStopped
      ? `Stopped after ${count(done)} of ${counted(total, 'recording')}: ${counted(sessions, 'session')}`
      : `${counted(sessions, 'session')} in ${counted(total, 'recording')}`;
  const said = usePolite(text, sayAtMostEveryMs);
  return (
    <div className={styles.progress}>
      {isRunning && <progress className={styles.meter} aria-label="Judging" value={done} max={Math.max(1, total)} />}
      <span className={styles.said} title={current ?? undefined} aria-hidden="true">
        {text}
      </span>
      <span role="status" aria-label="Progress" className="visually-hidden">
        {said}
      </span>
      {isRunning && <Button onClick={stop}>Stop</Button>}
      {isStopped && <Button onClick={begin}>Continue</Button>}
    </div>
  );
}

interface FailuresProps {
  readonly results: readonly RecordingResult[];
  readonly refused: readonly RefusedFile[];
}

/** Failures shown at most; a folder with more is probably the wrong folder. */
const maxShown = 200;

/** Files and sessions that could not be judged, each with its problem. */
export function Failures({ results, refused }: FailuresProps) {
  const failed = [
    ...refused.map(({ name, message }) => ({ name, message })),
    ...results.flatMap(({ recording, failures }) =>
      failures.map(({ title, problem }) => ({
        name: title === null ? recording.name : `${recording.name}: ${title}`,
        message: problem.message,
      })),
    ),
  ];
  if (failed.length === 0) return null;
  return (
    <details className={styles.failures}>
      <summary>
        {failed.length === 1 ? '1 file or session' : `${count(failed.length)} files or sessions`} could not be judged
      </summary>
      <ul aria-label="Could not be judged">
        {failed.slice(0, maxShown).map(({ name, message }, at) => (
          // Sessions of one file may have the same name and problem, so the index is part of the key.
          <li key={`${at} ${name}`} className={styles.failed}>
            <span className={styles.name}>{name}</span> <Sentence text={message} />
          </li>
        ))}
      </ul>
      {failed.length > maxShown && <p className={styles.more}>and {count(failed.length - maxShown)} more</p>}
    </details>
  );
}
