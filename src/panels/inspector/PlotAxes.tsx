import type { TurnIndex } from '../../engine/model/history.ts';
import { brief, count } from '../../ui/format.ts';
import type { Scale } from '../plotScale.ts';
import styles from './Plots.module.css';

/** Of a plot over the turns, in CSS pixels; `base` is where its values begin. */
export const [left, right, top, height, base] = [44, 8, 8, 112, 94] as const;

interface PlotAxesProps {
  readonly x: Scale;
  readonly y: Scale;
  readonly width: number;
  readonly turns: number;
  readonly cursor: TurnIndex;
}

/** Lines and numbers of the values, the numbers of the turns, and the cursor. */
export function PlotAxes({ x, y, width, turns, cursor }: PlotAxesProps) {
  return (
    <>
      {y.ticks.map((tick) => (
        <g key={tick}>
          <path className={styles.grid} d={`M${left} ${y.at(tick)}H${width - right}`} />
          <text className={styles.tick} x={left - 6} y={y.at(tick) + 4} textAnchor="end">
            {brief(tick)}
          </text>
        </g>
      ))}
      {x.ticks
        .filter((tick) => Number.isInteger(tick) && tick < turns)
        .map((tick) => (
          <text key={tick} className={styles.tick} x={x.at(tick + 0.5)} y={height - 4} textAnchor="middle">
            {count(tick)}
          </text>
        ))}
      <path className={styles.cursor} d={`M${x.at(cursor + 0.5)} ${top}V${base}`} />
    </>
  );
}
