import type { Mark } from '../../state/backtest.ts';
import styles from './Backtest.module.css';
import { markWords } from './words.ts';

const following = { none: 'acts', acts: 'silent', silent: null } as const;

/** What a session should come to; a click goes on to the next answer, as the keys of the grid do at once. */
export function MarkButton({
  mark,
  onMark,
}: {
  readonly mark: Mark | null;
  readonly onMark: (mark: Mark | null) => void;
}) {
  return (
    <button
      type="button"
      tabIndex={-1}
      className={styles.mark}
      data-mark={mark ?? 'none'}
      onClick={(event) => {
        event.stopPropagation();
        onMark(following[mark ?? 'none']);
      }}
    >
      {mark === null ? <span aria-hidden="true">mark…</span> : markWords[mark]}
      {mark === null && <span className="visually-hidden">not marked</span>}
    </button>
  );
}
