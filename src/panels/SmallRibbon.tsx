import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { type Ink, paintVerdicts, verdictInk } from './paintVerdicts.ts';
import styles from './SmallRibbon.module.css';
import { useScale, useTheme } from './useTrack.ts';

interface SmallRibbonProps {
  /** The worst code in each part of the session. */
  readonly cells: Uint8Array;
  /** Available width in CSS pixels. */
  readonly room: number;
  /** In CSS pixels. */
  readonly height?: number;
  /** Limits a cell's width, so that short sessions have short ribbons and lengths can be compared. */
  readonly maxCellWidth?: number;
  readonly ink: Ink;
  readonly onCell?: (cell: number) => void;
}

/** A small ribbon, to compare with those above and below. A text beside it must say the same. */
export function SmallRibbon({ cells, room, height = 16, maxCellWidth = 8, ink, onCell }: SmallRibbonProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useScale();
  const width = Math.min(room, cells.length * maxCellWidth);

  // Draw on the canvas, which is outside React.
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null || width === 0) return;
    const sheet = {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      scale: Math.max(1, Math.round(scale)),
      cells: cells.length,
    };
    // Setting a canvas's size clears it, even to the same value.
    if (current.width !== sheet.width) current.width = sheet.width;
    if (current.height !== sheet.height) current.height = sheet.height;
    const brush = current.getContext('2d');
    if (brush !== null) paintVerdicts(brush, cells, sheet, ink);
  }, [cells, width, height, scale, ink]);

  const onClick = (event: MouseEvent) => {
    if (onCell === undefined) return;
    event.stopPropagation();
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onCell(Math.max(0, Math.min(cells.length - 1, Math.floor((x * cells.length) / width))));
  };
  // The keyboard's equivalent is Enter on the row, which opens the session where the rule first fires.
  return (
    <canvas
      ref={canvas}
      className={styles.ribbon}
      data-clickable={onCell !== undefined}
      style={{ width, height }}
      aria-hidden="true"
      onClick={onClick}
    />
  );
}

/** The colours of verdicts in the page's theme; the same object until the theme changes. */
export const useVerdictInk = (): Ink => inkOf(useTheme());

/** By theme. Read once for all ribbons, because reading a style may cost a layout. */
const inks = new Map<string, Ink>();

function inkOf(theme: string): Ink {
  const known = inks.get(theme);
  if (known !== undefined) return known;
  const style = getComputedStyle(document.documentElement);
  const ink = verdictInk((name) => style.getPropertyValue(name));
  inks.set(theme, ink);
  return ink;
}
