import type { TextRange } from '../../../engine/model/problem.ts';
import type { OtherNumber } from '../../../engine/rules/what-if/what-if.ts';
import { round } from '../../plotScale.ts';

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

/** The area under the firings as an SVG path. Each number applies up to the next. */
export function areaOf(points: readonly Point[], x: (value: number) => number, y: (fires: number) => number): string {
  const [first, last] = [points[0], points.at(-1)];
  if (first === undefined || last === undefined) return '';
  const steps = points.map(({ value, counts }) => `H${round(x(value))}V${round(y(counts.fire))}`);
  return `M${round(x(first.value))} ${round(y(0))}${steps.join('')}H${round(x(last.value))}V${round(y(0))}Z`;
}
