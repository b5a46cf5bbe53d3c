import type { BacktestState } from '../../services/backtest/backtest.ts';
import { Button } from '../../ui/Button.tsx';
import { count, counted } from '../../ui/format.ts';
import { usePolite } from '../../ui/usePolite.ts';
import styles from './Backtest.module.css';

interface ProgressProps {
  readonly state: BacktestState;
  readonly sessions: number;
  readonly stop: () => void;
  readonly begin: () => void;
}

const sayAtMostEveryMs = 2000;

/** The progress of judging, with buttons to stop and continue it. */
export function Progress({ state, sessions, stop, begin }: ProgressProps) {
  const { done, total, current, isRunning } = state;
  const isStopped = !isRunning && done < total;
  const text = isRunning
    ? `${count(done)} of ${counted(total, 'recording')}, ${counted(sessions, 'session')} so far`
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
