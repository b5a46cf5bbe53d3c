import type { RecordingResult } from '../../services/backtest/backtest.ts';
import type { RefusedFile } from '../../state/backtest.ts';
import { count } from '../../ui/format.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './Backtest.module.css';

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
