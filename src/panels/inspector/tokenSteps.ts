import type { TokenCurve } from '../../worker/protocol.ts';

type Point = TokenCurve['points'][number];
export type TokenSum = 'prompt' | 'completion';

/** An SVG path of steps, with a gap where the sum is unknown. */
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
