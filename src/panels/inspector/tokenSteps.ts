import type { TokenReport } from '../../worker/protocol.ts';

type Point = TokenReport['curve'][number];
export type TokenSum = 'prompt' | 'completion';

/** One pixel column can show one step, so more points than this are thinned out. */
const mostPoints = 600;

export function thinned(curve: readonly Point[]): readonly Point[] {
  const stride = Math.ceil(curve.length / mostPoints);
  return stride <= 1 ? curve : curve.filter((_, index) => index % stride === 0 || index === curve.length - 1);
}

export const highest = (curve: readonly Point[]): number =>
  curve.reduce((most, { prompt, completion }) => Math.max(most, prompt ?? 0, completion ?? 0), 0);

/** An SVG path of steps; it breaks off where the sum is unknown and goes on where it is known again. */
export function stepsOf(
  curve: readonly Point[],
  sum: TokenSum,
  x: (turn: number) => number,
  y: (tokens: number) => number,
): string {
  let path = '';
  let known = false;
  for (const point of curve) {
    const tokens = point[sum];
    if (tokens === null) known = false;
    else {
      path += known ? `H${round(x(point.turn))}V${round(y(tokens))}` : `M${round(x(point.turn))} ${round(y(tokens))}`;
      known = true;
    }
  }
  const last = curve.at(-1);
  return known && last !== undefined ? `${path}H${round(x(last.turn + 1))}` : path;
}

const round = (value: number) => Math.round(value * 10) / 10;
