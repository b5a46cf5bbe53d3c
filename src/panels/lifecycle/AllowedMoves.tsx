import { useState } from 'react';
import type { LifecycleOutline } from '../../engine/systems/lifecycle-outline.ts';
import type { LifecycleMove } from '../../engine/systems/lifecycle.ts';
import { useCalmCursor, useSession } from '../../state/useSession.ts';
import { useViewActions } from '../../state/useView.ts';
import styles from './LifecycleView.module.css';

/**
 * The operations that are allowed in the current state, and where each leads. In a run, choosing one puts it into the
 * run's call.
 */
export function AllowedMoves({ lifecycle: { allowed, states, current } }: { readonly lifecycle: LifecycleOutline }) {
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
