import type { TurnIndex } from '../../engine/model/history.ts';
import { cellOf, type Layout, leftOf } from './layout.ts';
import styles from './Ribbons.module.css';

interface CursorLineProps {
  readonly layout: Layout;
  readonly cursor: TurnIndex;
  readonly hover: { readonly cell: number; readonly text: string } | null;
}

/** One line across all ribbons, in a layer of its own, so that moving it repaints no ribbon. */
export function CursorLine({ layout, cursor, hover }: CursorLineProps) {
  if (layout.cells === 0) return null;
  const cell = cellOf(layout, cursor);
  const left = leftOf(layout, cell);
  return (
    <div className={styles.overlay}>
      <div
        className={styles.cursor}
        style={{ transform: `translateX(${left}px)`, width: Math.max(1, leftOf(layout, cell + 1) - left) }}
      />
      {hover !== null && (
        <div className={styles.hover} style={{ left: leftOf(layout, hover.cell + 0.5) }}>
          {hover.text}
        </div>
      )}
    </div>
  );
}
