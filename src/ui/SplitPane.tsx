import { Fragment, type KeyboardEvent, type PointerEvent, type ReactNode, useRef, useState } from 'react';
import styles from './SplitPane.module.css';
import { movedBy, shareOf } from './split.ts';

export interface Pane {
  readonly id: string;
  /** Accessible name of the line before it. */
  readonly name: string;
  /** Percentage of the whole at first. */
  readonly size: number;
  /** Pixels. */
  readonly least: number;
  readonly content: ReactNode;
}

interface SplitPaneProps {
  readonly direction: 'row' | 'column';
  readonly panes: readonly Pane[];
}

/** Percent of the whole per press of an arrow key. */
const step = 2;

/**
 * Panes beside or below each other. The hairline between two can be dragged, or moved by arrow keys; a double click
 * puts everything back.
 */
export function SplitPane({ direction, panes }: SplitPaneProps) {
  const frame = useRef<HTMLDivElement>(null);
  const first = panes.map((pane) => pane.size);
  const [sizes, setSizes] = useState<readonly number[]>(first);
  const tracks = panes.map((pane, index) => `minmax(${pane.least}px, ${sizes[index] ?? pane.size}fr)`).join(' 1px ');

  const along = (event: PointerEvent) => (direction === 'row' ? event.clientX : event.clientY);
  const length = () => {
    const box = frame.current?.getBoundingClientRect();
    return Math.max(1, (direction === 'row' ? box?.width : box?.height) ?? 1);
  };
  const move = (line: number, percent: number) => {
    const least = panes.map((pane) => (pane.least / length()) * 100);
    setSizes(movedBy(sizes, line, percent, least));
  };

  const grab = (event: PointerEvent<HTMLDivElement>) => {
    event.preventDefault();
    event.currentTarget.setPointerCapture(event.pointerId);
  };
  const drag = (line: number) => (event: PointerEvent<HTMLDivElement>) => {
    if (!event.currentTarget.hasPointerCapture(event.pointerId)) return;
    const box = event.currentTarget.getBoundingClientRect();
    move(line, ((along(event) - (direction === 'row' ? box.left : box.top)) / length()) * 100);
  };
  const nudge = (line: number) => (event: KeyboardEvent) => {
    const by = { ArrowLeft: -step, ArrowUp: -step, ArrowRight: step, ArrowDown: step }[event.key];
    if (by === undefined) return;
    event.preventDefault();
    move(line, by);
  };

  return (
    <div
      ref={frame}
      className={styles.frame}
      style={direction === 'row' ? { gridTemplateColumns: tracks } : { gridTemplateRows: tracks }}
    >
      {panes.map((pane, index) => (
        <Fragment key={pane.id}>
          {index > 0 && (
            <div
              role="separator"
              className={styles.line}
              aria-label={`Resize ${pane.name}`}
              aria-orientation={direction === 'row' ? 'vertical' : 'horizontal'}
              aria-valuemin={0}
              aria-valuemax={100}
              aria-valuenow={shareOf(sizes, index - 1)}
              tabIndex={0}
              onPointerDown={grab}
              onPointerMove={drag(index - 1)}
              onKeyDown={nudge(index - 1)}
              onDoubleClick={() => setSizes(first)}
            />
          )}
          <div className={styles.pane}>{pane.content}</div>
        </Fragment>
      ))}
    </div>
  );
}
