import { useViewActions } from '../state/useView.ts';
import styles from './links.module.css';

interface TurnLinkProps {
  /** -1 is the initial state, where the cursor cannot go. */
  readonly turn: number;
  /** The link is in a grid, which is a single tab stop. */
  readonly isInGrid?: boolean;
  /** The cursor is at this turn. */
  readonly isHere?: boolean;
}

/** A turn's number; a click moves the cursor there. */
export function TurnLink({ turn, isInGrid = false, isHere = false }: TurnLinkProps) {
  const { moveCursor } = useViewActions();
  if (turn < 0) return <span className={styles.start}>start</span>;
  return (
    <button
      type="button"
      className={styles.turn}
      data-here={isHere}
      aria-label={isHere ? `Turn ${turn}, this one` : `Go to turn ${turn}`}
      tabIndex={isInGrid ? -1 : undefined}
      onClick={(event) => {
        event.stopPropagation();
        moveCursor(turn);
      }}
    >
      {turn}
    </button>
  );
}
