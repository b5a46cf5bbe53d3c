import { IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './TurnsPanel.module.css';

interface TurnFilterProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** Why the expression does not work. */
  readonly fault: string | null;
  readonly hits: string | null;
  /** The user is done typing and wants the turns. */
  readonly onEnter: (box: HTMLElement) => void;
  /** The user wants the turns, and no filter. */
  readonly onLeave: (box: HTMLElement) => void;
}

export function TurnFilter({ filter, onFilter, fault, hits, onEnter, onLeave }: TurnFilterProps) {
  return (
    <div className={styles.filter}>
      <span className={styles.hits} role="status" aria-label="Filter" title={fault ?? hits ?? undefined}>
        {fault ?? hits}
      </span>
      <TextField
        label="Filter turns by CEL"
        placeholder='filter: CEL or "text"'
        look="data"
        data-filter="turns"
        className={styles.filterBox}
        value={filter}
        onChange={onFilter}
        fault={fault !== null}
        title={
          fault ?? 'A CEL expression at every turn (context, input, output, now), or a text in quotes that stands in it'
        }
        onKeyDown={(event) => {
          if (event.key === 'Enter' && !event.nativeEvent.isComposing) onEnter(event.currentTarget);
          if (event.key !== 'Escape') return;
          onLeave(event.currentTarget);
        }}
      />
      {filter !== '' && (
        <IconButton icon="close" label="Clear the filter" onClick={(event) => onLeave(event.currentTarget)} />
      )}
    </div>
  );
}
