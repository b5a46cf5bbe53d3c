import { useMemo } from 'react';
import type { SessionNotes } from '../../services/keeping/notes.ts';
import { cellOf, centreOf, firstTurnOf, type Layout } from './layout.ts';
import styles from './Timeline.module.css';

/** The signs of notes on the axis: a small sheet for a turn, a rhombus for a path. Of several in one cell, one is drawn. */
export function NoteSigns({ layout, notes: { byTurn } }: { readonly layout: Layout; readonly notes: SessionNotes }) {
  const cells = useMemo(() => {
    const first = firstTurnOf(layout, 0);
    const end = firstTurnOf(layout, layout.cells);
    const found = new Map<number, 'turn' | 'path'>();
    for (const [turn, notes] of byTurn) {
      if (turn < first || turn >= end) continue;
      const cell = cellOf(layout, turn);
      if (found.get(cell) !== 'turn') found.set(cell, notes.some(({ path }) => path === null) ? 'turn' : 'path');
    }
    return [...found];
  }, [layout, byTurn]);
  return cells.map(([cell, on]) => (
    <span key={cell} className={styles.noteSign} data-on={on} style={{ left: centreOf(layout, cell) }} />
  ));
}
