import type { TurnIndex } from '../../engine/model/history.ts';
import { cellOf, type Layout, leftOf } from './layout.ts';
import styles from './Ribbons.module.css';

interface CursorProps {
  readonly layout: Layout;
  readonly cursor: TurnIndex;
}

/** The cursor across all ribbons, in its own layer, so that moving it repaints no ribbon. */
export function CursorLine(props: CursorProps) {
  return (
    <div className={styles.overlay}>
      <Cursor {...props} />
    </div>
  );
}

/** The upper end of the cursor line, in the sticky ruler. */
export function CursorEnd(props: CursorProps) {
  return (
    <div className={styles.upper}>
      <Cursor {...props} />
    </div>
  );
}

function Cursor({ layout, cursor }: CursorProps) {
  if (layout.cells === 0) return null;
  const cell = cellOf(layout, cursor);
  const left = leftOf(layout, cell);
  return (
    <div
      className={styles.cursor}
      style={{ transform: `translateX(${left}px)`, width: Math.max(1, leftOf(layout, cell + 1) - left) }}
    />
  );
}

interface HoverLabelProps {
  readonly layout: Layout;
  readonly cell: number;
  readonly text: string;
}

/** The text for the cell under the pointer, shown at the ruler. */
export function HoverLabel({ layout, cell, text }: HoverLabelProps) {
  return (
    <div className={styles.hover} style={{ left: leftOf(layout, cell + 0.5) }}>
      {text}
    </div>
  );
}
