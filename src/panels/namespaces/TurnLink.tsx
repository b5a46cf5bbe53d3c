import { useViewActions } from '../../state/useView.ts';
import styles from './Namespaces.module.css';

/** A turn that leads there; before the first there is none. Lines of a tree are left by their own keys, not by Tab. */
export function TurnLink({ turn }: { readonly turn: number }) {
  const { moveCursor } = useViewActions();
  if (turn < 0) return <span className={styles.start}>start</span>;
  return (
    <button
      type="button"
      className={styles.turn}
      tabIndex={-1}
      aria-label={`Go to turn ${turn}`}
      title={`Go to turn ${turn}`}
      onClick={(event) => {
        event.stopPropagation();
        moveCursor(turn);
      }}
    >
      {turn}
    </button>
  );
}
