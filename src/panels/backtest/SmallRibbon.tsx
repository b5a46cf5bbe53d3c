import { type MouseEvent, useLayoutEffect, useRef } from 'react';
import { type Ink, paintVerdicts } from '../paintVerdicts.ts';
import { useScale } from '../useTrack.ts';
import styles from './Backtest.module.css';

interface SmallRibbonProps {
  /** The worst code in each part of the session. */
  readonly cells: Uint8Array;
  /** CSS pixels at hand. */
  readonly room: number;
  readonly ink: Ink;
  readonly onCell: (cell: number) => void;
}

const height = 16;
/** A session of five turns is a short ribbon, so that lengths can be compared. */
const widestCell = 8;

/** One of many ribbons: a picture to compare with those above and below. What it shows is said beside it. */
export function SmallRibbon({ cells, room, ink, onCell }: SmallRibbonProps) {
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useScale();
  const width = Math.min(room, cells.length * widestCell);

  // The canvas is the browser's.
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null || width === 0) return;
    const sheet = {
      width: Math.round(width * scale),
      height: Math.round(height * scale),
      scale: Math.max(1, Math.round(scale)),
      cells: cells.length,
    };
    // Another size is another picture in memory, even where it is the same.
    if (current.width !== sheet.width) current.width = sheet.width;
    if (current.height !== sheet.height) current.height = sheet.height;
    const brush = current.getContext('2d');
    if (brush !== null) paintVerdicts(brush, cells, sheet, ink);
  }, [cells, width, scale, ink]);

  const onClick = (event: MouseEvent) => {
    event.stopPropagation();
    const x = event.clientX - event.currentTarget.getBoundingClientRect().left;
    onCell(Math.max(0, Math.min(cells.length - 1, Math.floor((x * cells.length) / width))));
  };
  // Enter on the row opens the session by keyboard, where the rule first fires.
  return (
    <canvas ref={canvas} className={styles.ribbon} style={{ width, height }} aria-hidden="true" onClick={onClick} />
  );
}
