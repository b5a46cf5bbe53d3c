import type { ReactNode, Ref } from 'react';
import { count } from '../../ui/format.ts';
import { type Layout, cellOf, leftOf } from './layout.ts';
import styles from './Timeline.module.css';

interface RulerProps {
  readonly layout: Layout;
  readonly ref: Ref<HTMLDivElement>;
  /** Overlays positioned relative to the ruler. */
  readonly children: ReactNode;
}

/** Turn numbers above the ribbons. Screen readers get them from the sliders. */
export function Ruler({ layout, ref, children }: RulerProps) {
  return (
    <div ref={ref} className={styles.ruler} aria-hidden="true">
      {ticksOf(layout).map(({ turn, x, isBefore }) => (
        <span key={turn} className={styles.tick} style={{ left: x }} data-before={isBefore}>
          {count(turn)}
        </span>
      ))}
      {children}
    </div>
  );
}

interface Tick {
  readonly turn: number;
  /** CSS pixels from the left. */
  readonly x: number;
  /** The number is left of its mark, because there is no room on the right. */
  readonly isBefore: boolean;
}

/** Room for a number of six digits and space around it. */
const minDistance = 64;
const digitWidth = 8;

/** Round turn numbers, evenly spread, then the last turn; a round number too near to it is left out. */
export function ticksOf(layout: Layout): readonly Tick[] {
  const { turns, width } = layout;
  if (width === 0) return [];
  const at = (turn: number): Tick => {
    const x = leftOf(layout, cellOf(layout, turn));
    return { turn, x, isBefore: x + widthOf(turn) > width };
  };
  const step = niceStep((minDistance * turns) / width);
  const last = at(turns - 1);
  const ticks: Tick[] = [];
  for (let turn = 0; turn < turns - 1; turn += step) ticks.push(at(turn));
  const room = last.isBefore ? 0.85 * minDistance : widthOf(turns - 1) + digitWidth;
  return [...ticks.filter((tick) => last.x - tick.x >= room), last];
}

/** Width of a number beside its mark. */
const widthOf = (turn: number): number => digitWidth * (String(turn).length + 1);

/** The next of 1, 2, 5, 10, 20, 50, … */
function niceStep(least: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(Math.max(1, least)));
  const factor = [1, 2, 5, 10].find((each) => each * magnitude >= least) ?? 10;
  return Math.max(1, factor * magnitude);
}
