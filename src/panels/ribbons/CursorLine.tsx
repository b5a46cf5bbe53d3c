import type { TurnIndex } from '../../engine/model/history.ts';
import { cellOf, type Layout, leftOf } from './layout.ts';
import styles from './Ribbons.module.css';

/** One line across all ribbons, in a layer of its own, so that moving it repaints no ribbon. */
export function CursorLine({ layout, cursor }: { readonly layout: Layout; readonly cursor: TurnIndex }) {
  if (layout.cells === 0) return null;
  const cell = cellOf(layout, cursor);
  const left = leftOf(layout, cell);
  return (
    <div className={styles.overlay}>
      <div
        className={styles.cursor}
        style={{ transform: `translateX(${left}px)`, width: Math.max(1, leftOf(layout, cell + 1) - left) }}
      />
    </div>
  );
}

interface HoverLabelProps {
  readonly layout: Layout;
  readonly cell: number;
  readonly text: string;
}

/** What is under the pointer, said at the ruler. */
export function HoverLabel({ layout, cell, text }: HoverLabelProps) {
  return (
    <div className={styles.hover} style={{ left: leftOf(layout, cell + 0.5) }}>
      {text}
    </div>
  );
}
