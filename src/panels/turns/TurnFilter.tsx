import { IconButton } from '../../ui/Button.tsx';
import { TextField } from '../../ui/TextField.tsx';
import styles from './TurnsPanel.module.css';

interface TurnFilterProps {
  readonly filter: string;
  readonly onFilter: (filter: string) => void;
  /** The expression's problem. */
  readonly fault: string | null;
  readonly hits: string | null;
  /** Called for Enter: go to the turns. */
  readonly onEnter: (box: HTMLElement) => void;
  /** Called for Escape: clear the filter and go to the turns. */
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
        title={fault ?? 'A CEL expression (context, input, output, now), or a text in quotes to search for'}
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
