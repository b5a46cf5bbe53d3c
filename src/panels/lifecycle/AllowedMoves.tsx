import type { LifecycleOutline } from '../../engine/systems/lifecycle-outline.ts';
import styles from './LifecycleView.module.css';

/** What may be called where it stands, and where each call leads. */
export function AllowedMoves({ lifecycle: { allowed, states, current } }: { readonly lifecycle: LifecycleOutline }) {
  const state = states.find(({ id }) => id === current);
  if (allowed.length === 0) {
    return (
      <p className={styles.aside}>
        {state?.isTerminal === true ? `Nothing: ${state.title} is an end.` : 'Nothing leads on from here.'}
      </p>
    );
  }
  const titleOf = (to: string) => states.find(({ id }) => id === to)?.title ?? to;
  return (
    <ul className={styles.moves} aria-label="Allowed now">
      {allowed.map(({ operation, on, to, about }) => (
        <li key={operation} className={styles.move}>
          <code className={styles.operation}>
            {on !== undefined && <span className={styles.on}>{on}.</span>}
            {operation}
          </code>
          <span className={styles.leads} data-stays={to === null}>
            {to === null ? 'stays' : `→ ${titleOf(to)}`}
          </span>
          <span className={styles.about}>{about}</span>
        </li>
      ))}
    </ul>
  );
}
