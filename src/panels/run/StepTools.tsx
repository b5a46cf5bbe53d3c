import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import styles from './Run.module.css';

interface StepToolsProps {
  readonly cursor: number;
  readonly stepCount: number;
  readonly onRewind: (step: number) => void;
  readonly onBranch: () => void;
  readonly onEdit: () => void;
  readonly onRemove: () => void;
}

/** Buttons that step through the run and change the last step. Keyboard commands press the same buttons. */
export function StepTools({ cursor, stepCount, onRewind, onBranch, onEdit, onRemove }: StepToolsProps) {
  const isFirst = cursor === 0;
  const isLast = cursor >= stepCount;
  return (
    <div className={styles.tools} role="toolbar" aria-label="Steps">
      <Play name="Restart" id="restart" off={isFirst} onPress={() => onRewind(0)} />
      <Play name="Step back" id="step-back" off={isFirst} onPress={() => onRewind(cursor - 1)} />
      <Play name="Step forward" id="step-forward" off={isLast} onPress={() => onRewind(cursor + 1)} />
      <Play name="Run to end" id="run-to-end" off={isLast} onPress={() => onRewind(stepCount)} />
      <span className={styles.count}>
        {count(cursor)} of {count(stepCount)}
        <span className={styles.noun}> step{stepCount === 1 ? '' : 's'}</span>
      </span>
      <Button look="quiet" onClick={onBranch}>
        Branch here
      </Button>
      <Button look="quiet" disabled={isFirst} onClick={onEdit}>
        Edit call
      </Button>
      <Button look="quiet" disabled={isFirst} onClick={onRemove}>
        Remove call
      </Button>
    </div>
  );
}

/** Drawn on a 16 px square, like the icons of the design system. */
const signs = {
  restart: 'M3.5 3.5v9M12.5 3.5 6 8l6.5 4.5z',
  'step-back': 'M11 3.5 4.5 8l6.5 4.5z',
  'step-forward': 'M5 3.5 11.5 8 5 12.5z',
  'run-to-end': 'M3.5 3.5 10 8l-6.5 4.5zM12.5 3.5v9',
} as const;

interface PlayProps {
  readonly name: string;
  readonly id: keyof typeof signs;
  readonly off: boolean;
  readonly onPress: () => void;
}

function Play({ name, id, off, onPress }: PlayProps) {
  return (
    <button
      type="button"
      className={styles.play}
      aria-label={name}
      title={name}
      data-press={id}
      // A disabled button would lose the focus, so it is only marked as disabled.
      aria-disabled={off}
      onClick={() => {
        if (!off) onPress();
      }}
    >
      <svg className={styles.sign} viewBox="0 0 16 16" aria-hidden="true">
        <path d={signs[id]} />
      </svg>
    </button>
  );
}
