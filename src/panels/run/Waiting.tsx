import type { CallForm } from '../../engine/runs/console/form.ts';
import { Button } from '../../ui/Button.tsx';
import type { RunOutline } from '../../worker/run-protocol.ts';
import styles from './Run.module.css';

interface WaitingProps {
  readonly steps: RunOutline['waiting'];
  readonly onAnswer: (form: CallForm) => void;
}

/** Waiting steps shown; the others are counted. */
const maxShown = 2;

/** Steps that wait, the newest first, each with buttons for the calls that would end the wait. */
export function Waiting({ steps, onAnswer }: WaitingProps) {
  if (steps.length === 0) return null;
  const newest = steps.toReversed().slice(0, maxShown);
  return (
    <ul className={styles.waiting} aria-label="Waiting">
      {newest.map(({ index, op, answers }) => (
        <li key={index} className={styles.waits}>
          <span>
            Step {index + 1} waits: <code>{op}</code>
          </span>
          <span className={styles.answers}>
            {answers.map((answer) => (
              <Button
                key={answer.op}
                onClick={() => onAnswer(answer)}
                aria-label={`Answer step ${index + 1} with ${answer.op}`}
              >
                Answer with {answer.op}…
              </Button>
            ))}
          </span>
        </li>
      ))}
      {steps.length > maxShown && <li>{steps.length - maxShown} earlier steps wait as well.</li>}
    </ul>
  );
}
