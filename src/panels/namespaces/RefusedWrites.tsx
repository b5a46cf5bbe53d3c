import { useViewActions } from '../../state/useView.ts';
import type { Namespaces } from '../../engine/systems/voice/views/namespaces.ts';
import { Button } from '../../ui/Button.tsx';
import { count } from '../../ui/format.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { useRoving } from '../../ui/useRoving.ts';
import styles from './Namespaces.module.css';

interface RefusedWritesProps {
  readonly refused: Namespaces['refused'];
  readonly onMore: () => void;
}

/** Writes that changed nothing, the latest first, each with the reason. Arrow keys move between the turns. */
export function RefusedWrites({ refused: { rows, total }, onMore }: RefusedWritesProps) {
  const { moveCursor } = useViewActions();
  const { list, item } = useRoving<HTMLUListElement>(rows.length);
  if (total === 0) return null;
  return (
    // Open at first; later the user's choice stays, because React sets only attributes that change.
    <details className={styles.refused} open>
      <summary className={styles.heading}>
        Refused writes <span className={styles.size}>{count(total)}</span>
      </summary>
      <ul ref={list} aria-label="Refused writes">
        {rows.map(({ turn, path, reason, by, here }, index) => (
          <li key={total - index} className={styles.refusal} data-here={here}>
            <button
              type="button"
              className={styles.turn}
              aria-label={turn < 0 ? 'Go to turn 0, before which it was' : `Go to turn ${turn}`}
              onClick={() => moveCursor(turn)}
              {...item(index)}
            >
              {turn < 0 ? 'start' : turn}
            </button>
            <span className={styles.reason}>
              {path !== null && (
                <code className={styles.refusedPath}>
                  <MiddleCut text={path} limit={60} />
                </code>
              )}
              <MiddleCut text={reason} limit={200} /> <span className={styles.aside}>{by}</span>
            </span>
          </li>
        ))}
      </ul>
      {total > rows.length && (
        <Button look="quiet" onClick={onMore}>
          {count(total - rows.length)} earlier: show some
        </Button>
      )}
    </details>
  );
}
