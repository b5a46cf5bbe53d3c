import type { TurnIndex } from '../../engine/model/history.ts';
import { useSession } from '../../state/useSession.ts';
import styles from './Deeper.module.css';

/** A verdict at a turn after a gap rests on what the recording has left: nobody can know what was counted there. */
export function GapNote({ turn }: { readonly turn: TurnIndex }) {
  const { notes } = useSession();
  const before = notes.flatMap(({ gaps = [] }) => gaps).filter((gap) => gap <= turn);
  const [first] = before;
  if (first === undefined) return null;
  const others = before.length === 1 ? '' : ` and at ${before.length - 1} more places`;
  return (
    <p className={styles.note}>
      Something is missing before turn {first}
      {others}: of what happened earlier the rule sees only what the recording shows.
    </p>
  );
}
