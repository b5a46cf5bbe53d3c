import { useQuery } from '@tanstack/react-query';
import { formatPath } from '../../engine/model/path.ts';
import type { LifecycleOutline } from '../../engine/systems/lifecycle-outline.ts';
import { lifecycleQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { counted } from '../../ui/format.ts';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { rowHeight } from '../../ui/useWindow.ts';
import { AllowedMoves } from './AllowedMoves.tsx';
import { Diagram } from './Diagram.tsx';
import styles from './LifecycleView.module.css';
import { PathGrid } from './PathGrid.tsx';

/** Steps shown at most; more scroll. */
const maxRows = 12;

/** A system's states, the path through them up to the cursor, and the operations allowed there. */
export function LifecycleView() {
  const { ref } = useSession();
  const asked = useQuery(
    lifecycleQuery(useEngine(), { session: ref, turn: useCalmCursor(), decisions: useDecisions() }),
  );
  if (asked.isError) return <Failure message={asked.error.message} />;
  if (asked.data === undefined) return <Skeleton lines={8} label="Loading: Lifecycle" />;
  const { steps, states } = asked.data;
  return (
    <div className={styles.lifecycle}>
      <CurrentState lifecycle={asked.data} />
      <div className={styles.parts}>
        <Diagram lifecycle={asked.data} />
        <section className={styles.part} aria-label="Moves">
          <h3 className={styles.title}>Allowed now</h3>
          <AllowedMoves lifecycle={asked.data} />
        </section>
      </div>
      <section className={styles.part} aria-label="Path taken">
        <h3 className={styles.title}>
          Path taken <span className={styles.aside}>{counted(steps, 'step')}</span>
        </h3>
        <div style={{ height: (Math.min(steps, maxRows) + 1) * rowHeight + 1 }}>
          <PathGrid count={steps} titleOf={(id) => states.find((state) => state.id === id)?.title ?? id} />
        </div>
      </section>
    </div>
  );
}

/** The current state, since when, and the reason. */
function CurrentState({ lifecycle: { of, place, states, current, latest } }: { readonly lifecycle: LifecycleOutline }) {
  const { moveCursor, focusPath } = useViewActions();
  const state = states.find(({ id }) => id === current);
  return (
    <div className={styles.standing}>
      <div className={styles.summary}>
        <p>
          {of !== null && (
            <>
              <code className={styles.of}>{of}</code> is{' '}
            </>
          )}
          <strong className={styles.now}>{state?.title ?? current}</strong>
          {latest === null && ' from the beginning'}
          {latest !== null && latest.turn >= 0 && (
            <>
              {' since turn '}
              <button
                type="button"
                className={styles.link}
                aria-label={`Go to turn ${latest.turn}`}
                onClick={() => moveCursor(latest.turn)}
              >
                {latest.turn}
              </button>
              , by <code>{latest.by}</code>
            </>
          )}
        </p>
        <button
          type="button"
          className={styles.place}
          aria-label={`Show ${formatPath(place)} in the state`}
          onClick={() => focusPath(place)}
        >
          <code>{formatPath(place)}</code>
        </button>
      </div>
      {latest !== null && latest.reason !== null && (
        <p className={styles.reason}>
          <MiddleCut text={latest.reason} limit={160} />
        </p>
      )}
    </div>
  );
}
