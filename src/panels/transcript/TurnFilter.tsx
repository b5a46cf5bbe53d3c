import { IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './Transcript.module.css';

interface TurnFilterProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** The expression's problem. */
  readonly fault: string | null;
  readonly said: string | null;
  /** Called for Enter, and for Shift-Enter with -1: go to a match. */
  readonly onEnter: (box: HTMLElement, direction: 1 | -1) => void;
  /** Called for the arrow down: go to the turns. */
  readonly onDown: (box: HTMLElement) => void;
  /** Called for Escape: clear the filter and go to the turns. */
  readonly onLeave: (box: HTMLElement) => void;
}

/** Finds a text, or filters the turns, and says how. */
export function TurnFilter({ filter, onFilter, fault, said, onEnter, onDown, onLeave }: TurnFilterProps) {
  return (
    <div className={styles.filter}>
      <span className={styles.hits} role="status" aria-label="Find" title={fault ?? said ?? undefined}>
        {fault ?? said}
      </span>
      <TextField
        label="Find text or filter turns"
        placeholder="Find text, or filter by CEL"
        data-filter="turns"
        className={styles.filterBox}
        value={filter}
        onChange={onFilter}
        fault={fault !== null}
        title={
          fault ??
          'A text finds its turns, Enter and Shift-Enter go from one to another; in quotes, it hides the others. So does a CEL expression (context, input, output, now).'
        }
        onKeyDown={(event) => {
          if (event.nativeEvent.isComposing) return;
          if (event.key === 'Enter') onEnter(event.currentTarget, event.shiftKey ? -1 : 1);
          if (event.key === 'ArrowDown') onDown(event.currentTarget);
          if (event.key === 'Escape') onLeave(event.currentTarget);
        }}
      />
      {filter !== '' && (
        <IconButton icon="close" label="Clear the search" onClick={(event) => onLeave(event.currentTarget)} />
      )}
    </div>
  );
}
