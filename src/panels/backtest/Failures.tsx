import type { RecordingResult } from '../../services/backtest/backtest.ts';
import type { RefusedFile } from '../../state/backtest.ts';
import { count } from '../../ui/format.ts';
import { Sentence } from '../../ui/Sentence.tsx';
import styles from './Backtest.module.css';

interface FailuresProps {
  readonly results: readonly RecordingResult[];
  readonly refused: readonly RefusedFile[];
}

/** So many are shown at once; who has more to read has a folder of something else. */
const most = 200;

/** What could not be judged, each with its sentence. */
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
        {failed.slice(0, most).map(({ name, message }, at) => (
          // Sessions of one file may be called alike and fail alike.
          <li key={`${at} ${name}`} className={styles.failed}>
            <span className={styles.name}>{name}</span> <Sentence text={message} />
          </li>
        ))}
      </ul>
      {failed.length > most && <p className={styles.more}>and {count(failed.length - most)} more</p>}
    </details>
  );
}
