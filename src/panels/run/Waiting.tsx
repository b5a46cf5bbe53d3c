import type { CallForm } from '../../engine/runs/console/form.ts';
import { Button } from '../../ui/Button.tsx';
import type { RunOutline } from '../../worker/run-protocol.ts';
import styles from './Run.module.css';

interface WaitingProps {
  readonly steps: RunOutline['waiting'];
  readonly onAnswer: (form: CallForm) => void;
}

/** What nobody sees at a glance in a long list: the newest first, the rest counted. */
const most = 2;

/** Steps that wait for something, each with the calls that would end that, one press away. */
export function Waiting({ steps, onAnswer }: WaitingProps) {
  if (steps.length === 0) return null;
  const newest = steps.toReversed().slice(0, most);
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
      {steps.length > most && <li>{steps.length - most} earlier steps wait as well.</li>}
    </ul>
  );
}
