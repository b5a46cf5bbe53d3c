import type { ContextChoices } from '../engine/systems/noetic/views/contexts.ts';
import { count, counted } from '../ui/format.ts';
import styles from './ContextMenu.module.css';

interface ContextMenuProps {
  readonly choices: ContextChoices;
  /** Null for the context of the turn at the cursor. */
  readonly chosen: string | null;
  readonly onChoose: (node: string | null) => void;
}

const follow = '';

/** Chooses the context of a view: that of the turn at the cursor, or a fixed one. */
export function ContextMenu({ choices: { contexts, total, node, exists }, chosen, onChoose }: ContextMenuProps) {
  return (
    <span className={styles.menu}>
      <select
        className={styles.select}
        aria-label="Context"
        value={chosen ?? follow}
        onChange={({ target }) => onChoose(target.value === follow ? null : target.value)}
      >
        <option value={follow}>{chosen === null ? `of this turn: ${node}` : 'of this turn'}</option>
        {chosen !== null && !exists && <option value={chosen}>{chosen}, not made yet</option>}
        {contexts.map((context) => (
          <option key={context.node} value={context.node}>
            {`${'\u00a0\u00a0'.repeat(Math.min(context.depth, 12))}${context.node}, ${counted(context.items, 'item')}`}
          </option>
        ))}
      </select>
      {total > contexts.length && (
        <span className={styles.aside} title="Move the cursor to a turn of another context to see that one.">
          {count(contexts.length)} of {count(total)}
        </span>
      )}
    </span>
  );
}
