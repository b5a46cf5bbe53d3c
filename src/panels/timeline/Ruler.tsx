import { Fragment, type ReactNode, type Ref, useMemo, useRef } from 'react';
import type { TurnIndex } from '../../engine/model/history.ts';
import type { TurnRange } from '../../state/sight.ts';
import { count } from '../../ui/format.ts';
import type { TimeAxis } from './axis.ts';
import { type Layout, cellOf, centreOf, firstTurnOf, leftOf } from './layout.ts';
import { CursorFlag, digitWidth, flagOf } from './Marks.tsx';
import styles from './Timeline.module.css';
import { cellUnder } from './Track.tsx';

interface RulerProps {
  readonly layout: Layout;
  /** On an axis in time: the times of all turns. */
  readonly times: Float64Array | null;
  readonly cursor: TurnIndex;
  readonly onCursor: (turn: TurnIndex) => void;
  readonly onRange: (range: TurnRange) => void;
  readonly ref: Ref<HTMLDivElement>;
  /** Overlays positioned relative to the ruler. */
  readonly children: ReactNode;
}

/**
 * Turn numbers, or times, above the ribbons. Screen readers get them from the sliders. A click moves the cursor,
 * dragging selects turns.
 */
export function Ruler({ layout, times, cursor, onCursor, onRange, ref, children }: RulerProps) {
  const begun = useRef<{ readonly cell: number; isRange: boolean } | null>(null);
  const ticks = useMemo(() => ticksOn(layout, times), [layout, times]);
  const flag = flagOf(layout, cursor);
  return (
    <div
      ref={ref}
      className={styles.ruler}
      aria-hidden="true"
      onPointerDown={(event) => {
        const cell = cellUnder(event, layout);
        if (event.button !== 0 || cell === null) return;
        event.currentTarget.setPointerCapture(event.pointerId);
        begun.current = { cell, isRange: false };
      }}
      onPointerMove={(event) => {
        const cell = cellUnder(event, layout);
        const { current } = begun;
        if (cell === null || current === null || (cell === current.cell && !current.isRange)) return;
        current.isRange = true;
        const [from, to] = [Math.min(cell, current.cell), Math.max(cell, current.cell)];
        onRange({ first: firstTurnOf(layout, from), last: firstTurnOf(layout, to + 1) - 1 });
      }}
      onPointerUp={() => {
        const { current } = begun;
        if (current?.isRange === false) onCursor(firstTurnOf(layout, current.cell));
        begun.current = null;
      }}
      onPointerCancel={() => (begun.current = null)}
    >
      {ticks.map(({ turn, mark, left, text, width }) => (
        <Fragment key={turn}>
          <span className={styles.mark} style={{ left: mark }} />
          {(flag === null || left > flag.right + space || left + width + space < flag.left) && (
            <span className={styles.tick} style={{ left }}>
              {text}
            </span>
          )}
        </Fragment>
      ))}
      {children}
      <CursorFlag layout={layout} cursor={cursor} />
    </div>
  );
}

export interface Tick {
  readonly turn: number;
  readonly text: string;
  /** Of the stroke at the turn, in CSS pixels from the left. */
  readonly mark: number;
  /** Of the text. */
  readonly left: number;
  readonly width: number;
}

/** Room for a number of six digits and space around it. */
const minDistance = 64;
const space = 4;

/** `times`: on an axis in time, those of all turns. */
export const ticksOn = (layout: Layout, times: Float64Array | null): readonly Tick[] =>
  times === null ? ticksOf(layout) : timeTicksOf(layout, times);

/** Round turn numbers, evenly spread, then the last turn in sight; a round number too near to it is left out. */
export function ticksOf(layout: Layout): readonly Tick[] {
  const { width: whole, cells } = layout;
  if (whole === 0) return [];
  const first = firstTurnOf(layout, 0);
  const lastTurn = firstTurnOf(layout, cells) - 1;
  const at = (turn: number): Tick => {
    const text = count(turn);
    const width = digitWidth * text.length;
    const mark = Math.max(0, Math.min(centreOf(layout, cellOf(layout, turn)), whole - 1));
    return { turn, text, mark, width, left: Math.max(0, Math.min(mark - width / 2, whole - width)) };
  };
  const step = niceStep((minDistance * (lastTurn + 1 - first)) / whole);
  const last = at(lastTurn);
  const ticks: Tick[] = [];
  for (let turn = Math.ceil(first / step) * step; turn < lastTurn; turn += step) ticks.push(at(turn));
  return [...ticks.filter(({ left, width }) => left + width + 2 * space <= last.left), last];
}

/** The next of 1, 2, 5, 10, 20, 50, … */
function niceStep(least: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((each) => each * magnitude >= least) ?? 10;
  return Math.max(1, factor * magnitude);
}

const secondsMs = 1000;
const dayMs = 86_400 * secondsMs;

/** The times of turns that are far enough from each other, with the day where it is another one. */
export function timeTicksOf(layout: Layout, times: Float64Array): readonly Tick[] {
  const ticks: Tick[] = [];
  const span = (times[firstTurnOf(layout, layout.cells) - 1] ?? 0) - (times[firstTurnOf(layout, 0)] ?? 0);
  // Within a few seconds, turns differ in milliseconds.
  const digits = span < 20 * secondsMs ? 12 : 8;
  let day = NaN;
  let free = 0;
  for (let cell = 0; cell < layout.cells; cell++) {
    const turn = firstTurnOf(layout, cell);
    const at = times[turn] ?? NaN;
    const x = leftOf(layout, cell);
    if (x < free || Number.isNaN(at)) continue;
    const iso = new Date(at).toISOString();
    const isNewDay = Math.floor(at / dayMs) !== day;
    const text = `${isNewDay ? `${iso.slice(5, 10)} ` : ''}${iso.slice(11, 11 + digits)}`;
    const width = digitWidth * text.length;
    const left = x + space;
    if (left + width > layout.width) break;
    ticks.push({ turn, text, mark: x, left, width });
    day = Math.floor(at / dayMs);
    free = left + width + 2 * space;
  }
  return ticks;
}

/** Two strokes where the axis leaves time out; of several at one place, one is drawn. */
export function breaksOf(layout: Layout, { breaks }: TimeAxis): readonly number[] {
  const drawn: number[] = [];
  for (const { turn } of breaks) {
    const cell = cellOf(layout, turn);
    if (cell <= 0 || cell >= layout.cells) continue;
    const x = leftOf(layout, cell);
    if (x - (drawn.at(-1) ?? -Infinity) >= 12) drawn.push(x);
  }
  return drawn;
}
