import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { formatPath } from '../../engine/model/path.ts';
import type { LifecycleOutline } from '../../engine/systems/lifecycle-outline.ts';
import type { LifecycleMove } from '../../engine/systems/lifecycle.ts';
import { lifecycleQuery } from '../../services/engine/queries.ts';
import { useEngine } from '../../services/engine/useEngine.ts';
import { useCalmCursor, useDecisions, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import { Failure } from '../../ui/EmptyState.tsx';
import { MiddleCut } from '../../ui/MiddleCut.tsx';
import { Skeleton } from '../../ui/Skeleton.tsx';
import { counted } from '../../ui/format.ts';
import { rowHeight } from '../../ui/useWindow.ts';
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
              <code className={styles.of}>{of}</code>:{' '}
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

/**
 * The operations that are allowed in the current state, and where each leads. In a run, choosing one puts it into the
 * run's call.
 */
function AllowedMoves({ lifecycle: { allowed, states, current } }: { readonly lifecycle: LifecycleOutline }) {
  const { isRun, turns } = useSession();
  const cursor = useCalmCursor();
  const { proposeCall } = useViewActions();
  const [chosen, setChosen] = useState<LifecycleMove | null>(null);
  const state = states.find(({ id }) => id === current);
  if (allowed.length === 0) {
    return (
      <p className={styles.aside}>
        {state?.isTerminal === true
          ? `Nothing: ${state.title} is a final state.`
          : 'No operation is allowed in this state.'}
      </p>
    );
  }
  const titleOf = (to: string) => states.find(({ id }) => id === to)?.title ?? to;
  // A run continues from its newest turn, where other operations may be allowed than at earlier turns.
  const goesOn = isRun && cursor >= turns - 1;
  const propose = (move: LifecycleMove) => {
    setChosen(move);
    proposeCall({ form: { as: '', on: move.on ?? '', op: move.operation, args: {} } });
  };
  return (
    <>
      <ul className={styles.moves} aria-label="Allowed now">
        {allowed.map((move) => (
          <li key={move.operation} className={styles.move}>
            <code className={styles.operation}>
              {goesOn ? (
                <button
                  type="button"
                  className={styles.call}
                  aria-label={`Write ${nameOf(move)} into the run’s call`}
                  onClick={() => propose(move)}
                >
                  <Operation move={move} />
                </button>
              ) : (
                <Operation move={move} />
              )}
            </code>
            <span className={styles.leads} data-stays={move.to === null}>
              {move.to === null ? 'stays' : `→ ${titleOf(move.to)}`}
            </span>
            <span className={styles.about}>{move.about}</span>
          </li>
        ))}
      </ul>
      <p className={styles.aside} role="status">
        {chosen !== null && goesOn ? `${nameOf(chosen)} is now in the run’s call.` : ''}
      </p>
    </>
  );
}

const nameOf = ({ on, operation }: LifecycleMove): string => (on === undefined ? operation : `${on}.${operation}`);

function Operation({ move: { on, operation } }: { readonly move: LifecycleMove }) {
  return (
    <>
      {on !== undefined && <span className={styles.on}>{on}.</span>}
      {operation}
    </>
  );
}
