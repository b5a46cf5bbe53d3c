import type { TextRange } from '../../../engine/model/problem.ts';
import type { OtherNumber } from '../../../engine/rules/what-if/what-if.ts';

export type Point = OtherNumber;

/** The rule with a point's number instead of its own. */
export const expressionAt = (expression: string, { start, end }: TextRange, { text }: Point): string =>
  expression.slice(0, start) + text + expression.slice(end);

/** Index of the point with the nearest value. Points ascend by value. */
export function nearestTo(points: readonly Point[], value: number): number {
  let best = 0;
  for (const [index, point] of points.entries())
    if (Math.abs(point.value - value) < Math.abs((points[best]?.value ?? 0) - value)) best = index;
  return best;
}

/** The nearest point before or after one with another number of firings; or the last one if there is none. */
export function nextChange(points: readonly Point[], from: number, direction: 1 | -1): number {
  const fires = points[from]?.counts.fire;
  for (let index = from + direction; index >= 0 && index < points.length; index += direction)
    if (points[index]?.counts.fire !== fires) return index;
  return direction === 1 ? points.length - 1 : 0;
}

/** A value's position between the ends, from 0 to 1. */
export function fractionOf(points: readonly Point[], value: number): number {
  const [low, high] = [points[0]?.value ?? 0, points.at(-1)?.value ?? 1];
  return high === low ? 0 : (value - low) / (high - low);
}

/**
 * The area under the firings as an SVG path, in a box of 1 by 1 with the origin at the top. Each number applies up to
 * the next.
 */
export function areaOf(points: readonly Point[]): string {
  const most = Math.max(1, ...points.map(({ counts }) => counts.fire));
  const steps = points.map(({ value, counts }) => {
    const [x, y] = [fractionOf(points, value), 1 - counts.fire / most];
    return `H${round(x)}V${round(y)}`;
  });
  return `M0 1${steps.join('')}H1V1Z`;
}

const round = (value: number) => Number(value.toFixed(4));
