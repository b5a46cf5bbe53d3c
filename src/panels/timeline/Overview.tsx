import { type PointerEvent, useCallback, useMemo, useRef } from 'react';
import type { Sight } from '../../state/sight.ts';
import { type Brush, paintVerdicts, type Sheet, verdictInk } from '../paintVerdicts.ts';
import { worstPerCell } from './aggregate.ts';
import type { TimeAxis } from './axis.ts';
import { cellOf, type Layout, layoutOf, leftOf } from './layout.ts';
import styles from './Timeline.module.css';
import { Picture } from './Track.tsx';

interface OverviewProps {
  /** Of the turns in sight. */
  readonly layout: Layout;
  readonly sight: Sight;
  readonly axis: TimeAxis | null;
  /** Of the draft. */
  readonly codes: Uint8Array | null;
  readonly onPan: (by: number) => void;
}

const height = 8;

/** The whole session, small, with the part in sight as a window that the pointer moves. */
export function Overview({ layout: { turns, width }, sight, axis, codes, onPan }: OverviewProps) {
  const dragged = useRef<number | null>(null);
  const layout = useMemo(() => layoutOf(turns, width, null, axis?.positions ?? null), [turns, width, axis]);
  const paint = useCallback(
    (brush: Brush, sheet: Sheet, token: (name: string) => string) =>
      paintVerdicts(
        brush,
        codes === null ? new Uint8Array(layout.cells) : worstPerCell(codes, layout),
        sheet,
        verdictInk(token),
      ),
    [codes, layout],
  );
  const left = leftOf(layout, cellOf(layout, Math.floor(sight.from)));
  const right = leftOf(layout, Math.min(layout.cells, cellOf(layout, Math.ceil(sight.to) - 1) + 1));
  const span = Math.max(6, right - left);
  const moveTo = (event: PointerEvent) => {
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    if (event.type === 'pointerdown') {
      // Outside of the window, the pointer takes it by its middle.
      dragged.current = x >= left && x <= left + span ? x - left : span / 2;
    }
    if (dragged.current !== null) onPan((x - dragged.current - left) / span);
  };
  return (
    <div
      className={styles.overview}
      onPointerDown={(event) => {
        event.stopPropagation();
        event.currentTarget.setPointerCapture(event.pointerId);
        moveTo(event);
      }}
      onPointerMove={(event) => {
        event.stopPropagation();
        if (event.buttons === 1) moveTo(event);
      }}
      onPointerUp={() => (dragged.current = null)}
    >
      <Picture layout={layout} height={height} paint={paint} />
      <div className={styles.window} style={{ left, width: span }} />
    </div>
  );
}
