import { type KeyboardEvent, type PointerEvent, useLayoutEffect, useRef } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import { useLoadedFonts, useScale, useTheme } from '../useTrack.ts';
import { worstTurnOf } from './aggregate.ts';
import { type Caption, type Drawing, drawings, type Paint } from './drawings.ts';
import { cellAt, cellOf, firstTurnOf, type Layout, leftOf } from './layout.ts';
import styles from './Timeline.module.css';

interface TrackProps {
  /** Accessible name. */
  readonly name: string;
  /** The slider's text at the cursor: *turn 41, fires, refund*. */
  readonly valueText: string;
  /** One code per turn. A cell of several turns has the greatest one. */
  readonly codes: Uint8Array;
  readonly layout: Layout;
  readonly cursor: TurnIndex;
  readonly onCursor: (turn: TurnIndex) => void;
  /** Called instead while the user holds Shift: selects turns. */
  readonly onExtend: (to: TurnIndex) => void;
  readonly onHover: (cell: number | null) => void;
  /** Paints the ribbon; must keep its identity while it would paint the same. */
  readonly paint: Paint;
  /** The first turn at which the rule would have changed the run; later turns are hatched. */
  readonly divergesAt?: TurnIndex | null;
  /** Called for the Enter key. */
  readonly onEnter?: (() => void) | undefined;
  /** Of the picture, in CSS pixels. */
  readonly height: number;
  /** The counts of the ribbon, for a saved picture. */
  readonly words: string;
  readonly isDimmed?: boolean;
  /** The verdicts are still those of the previous text. */
  readonly isWaiting?: boolean;
}

/** One ribbon: a picture of all turns, and a slider over them as its single tab stop. */
export function Track(props: TrackProps) {
  const {
    name,
    valueText,
    codes,
    layout,
    cursor,
    onCursor,
    onExtend,
    onHover,
    paint,
    divergesAt = null,
    onEnter,
    height,
    words,
    isDimmed = false,
    isWaiting = false,
  } = props;
  const last = layout.turns - 1;
  const hatchedFrom = hatchingOf(layout, divergesAt);

  const onPointerMove = (event: PointerEvent) => {
    const cell = cellUnder(event, layout);
    onHover(cell);
    if (event.buttons === 1 && cell !== null) onCursor(worstTurnOf(codes, layout, cell));
  };

  return (
    <div
      className={styles.track}
      role="slider"
      tabIndex={0}
      aria-label={name}
      aria-valuemin={0}
      aria-valuemax={Math.max(0, last)}
      aria-valuenow={cursor}
      aria-valuetext={valueText}
      aria-keyshortcuts="] [ n p"
      data-dimmed={isDimmed}
      data-waiting={isWaiting}
      aria-busy={isWaiting}
      onKeyDown={(event) => {
        if (event.key === 'Enter') onEnter?.();
        const to = turnByKey(event, cursor, last);
        if (to === null) return;
        event.preventDefault();
        if (event.shiftKey) onExtend(to);
        else onCursor(to);
      }}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        onPointerMove(event);
      }}
      onPointerMove={onPointerMove}
      onPointerLeave={() => onHover(null)}
    >
      <Picture
        layout={layout}
        height={height}
        paint={paint}
        hatchedFrom={hatchedFrom}
        captions={[{ text: name, words }]}
      />
      {hatchedFrom !== undefined && (
        <div className={styles.veil} style={{ left: hatchedFrom, width: layout.width - hatchedFrom }} />
      )}
    </div>
  );
}

/**
 * Where the hatching begins, over turns at which the run would differ from the recording, in CSS pixels. Later turns in the same
 * cell as the diverging turn are not hatched, because the cell's verdict is valid.
 */
function hatchingOf(layout: Layout, after: TurnIndex | null): number | undefined {
  if (after === null) return undefined;
  const left = Math.max(0, leftOf(layout, Math.min(layout.cells, cellOf(layout, after) + 1)));
  return left < layout.width ? left : undefined;
}

interface LaneTrackProps extends Pick<TrackProps, 'name' | 'layout' | 'onCursor' | 'onHover' | 'paint' | 'height'> {
  /** What the picture shows, in words. */
  readonly summary: string;
  readonly captions: readonly Caption[];
  /** Moves what is in sight by a part of its length. */
  readonly onPan: (by: number) => void;
}

/**
 * A picture of all turns without a tab stop of its own: keys move the cursor in the ribbons. A click moves it here, and
 * dragging moves what is in sight.
 */
export function LaneTrack(props: LaneTrackProps) {
  const { name, summary, layout, onCursor, onHover, onPan, paint, height, captions } = props;
  const drag = useRef<{ x: number; isMoved: boolean } | null>(null);
  return (
    <div
      className={styles.lane}
      role="img"
      aria-label={`${name}: ${summary}`}
      onPointerDown={(event) => {
        if (event.button !== 0) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        drag.current = { x: event.clientX, isMoved: false };
      }}
      onPointerMove={(event) => {
        onHover(cellUnder(event, layout));
        const { current } = drag;
        const by = current === null ? 0 : current.x - event.clientX;
        if (current === null || (!current.isMoved && Math.abs(by) < leastDrag)) return;
        drag.current = { x: event.clientX, isMoved: true };
        onPan(by / layout.width);
      }}
      onPointerUp={(event) => {
        const cell = cellUnder(event, layout);
        if (drag.current?.isMoved === false && cell !== null) onCursor(firstTurnOf(layout, cell));
        drag.current = null;
      }}
      onPointerCancel={() => (drag.current = null)}
      onPointerLeave={() => onHover(null)}
    >
      <Picture layout={layout} height={height} paint={paint} captions={captions} />
    </div>
  );
}

/** Less, in CSS pixels, is a click. */
const leastDrag = 4;

export const cellUnder = (event: PointerEvent, layout: Layout): number | null =>
  cellAt(layout, event.clientX - event.currentTarget.getBoundingClientRect().left);

/** Painted again with each theme, whose colours are read from the page, and when fonts have come. */
export function Picture(props: PictureProps) {
  return <Canvas key={`${useTheme()} ${useLoadedFonts()}`} {...props} />;
}

interface PictureProps extends Pick<TrackProps, 'layout' | 'height' | 'paint'>, Pick<Drawing, 'hatchedFrom'> {
  readonly captions?: readonly Caption[];
}

const noCaptions: readonly Caption[] = [];

function Canvas({ layout, height, paint, hatchedFrom, captions = noCaptions }: PictureProps) {
  const { width, cells, lefts } = layout;
  const canvas = useRef<HTMLCanvasElement>(null);
  const scale = useScale();
  const colours = useRef(new Map<string, string>());

  // Draw on the canvas, which is outside React.
  useLayoutEffect(() => {
    const { current } = canvas;
    if (current === null || width === 0) return;
    resize(current, Math.round(width * scale), Math.round(height * scale));
    const brush = current.getContext('2d');
    // Reading a style makes the browser update all styles, so each colour is read once.
    const token = (name: string): string => {
      const known = colours.current.get(name) ?? getComputedStyle(current).getPropertyValue(name);
      colours.current.set(name, known);
      return known;
    };
    const edges = lefts.map((left) => (left * current.width) / width);
    const sheet = { width: current.width, height: current.height, scale: Math.max(1, Math.round(scale)), cells, edges };
    if (brush !== null) paint(brush, sheet, token);
  }, [width, height, cells, lefts, paint, scale]);

  // For a picture of the whole timeline, which looks for canvases in the page.
  useLayoutEffect(() => {
    if (canvas.current !== null) drawings.set(canvas.current, { layout, height, paint, hatchedFrom, captions });
  }, [layout, height, paint, hatchedFrom, captions]);

  return <canvas ref={canvas} className={styles.picture} style={{ width, height }} aria-hidden="true" />;
}

/** Setting a canvas's size clears it, even to the same value, so it is set only when it changes. */
function resize(canvas: HTMLCanvasElement, width: number, height: number): void {
  if (canvas.width !== width) canvas.width = width;
  if (canvas.height !== height) canvas.height = height;
}

/** Keys of a slider after the ARIA authoring practices; null for any other key. */
function turnByKey(event: KeyboardEvent, cursor: TurnIndex, last: TurnIndex): TurnIndex | null {
  if (event.ctrlKey || event.metaKey || event.altKey) return null;
  const within = (turn: TurnIndex) => Math.max(0, Math.min(turn, last));
  const page = Math.max(10, Math.round(last / 20));
  switch (event.key) {
    case 'ArrowRight':
    case 'ArrowUp':
      return within(cursor + 1);
    case 'ArrowLeft':
    case 'ArrowDown':
      return within(cursor - 1);
    case 'PageUp':
      return within(cursor + page);
    case 'PageDown':
      return within(cursor - page);
    case 'Home':
      return 0;
    case 'End':
      return within(last);
    default:
      return null;
  }
}
