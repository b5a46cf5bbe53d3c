/** Converts values to pixels, with round values to write at an axis. */
export interface Scale {
  readonly low: number;
  readonly high: number;
  readonly ticks: readonly number[];
  at(value: number): number;
}

/** From `low` at the pixel `from` to `high` at `to`, with about `many` ticks. */
export function linearScale([low, high]: readonly [number, number], from: number, to: number, many: number): Scale {
  const span = high - low || 1;
  const ticks: number[] = [];
  const step = roundStep(span / Math.max(1, many));
  const digits = Math.min(100, Math.max(0, -Math.floor(Math.log10(step))));
  // Between two numbers that differ only in their last digits, there are no round ones.
  if (step > 1e-14 * Math.max(Math.abs(low), Math.abs(high)))
    for (let at = Math.ceil(low / step); at * step <= high + step * 1e-9; at++)
      ticks.push(Number((at * step).toFixed(digits)));
  return { low, high, ticks, at: (value) => from + ((value - low) / span) * (to - from) };
}

/** The next of 1, 2, 5, 10, … and of their fractions. */
function roundStep(least: number): number {
  const magnitude = 10 ** Math.floor(Math.log10(least));
  return ([1, 2, 5].find((factor) => factor * magnitude >= least) ?? 10) * magnitude;
}

interface Step {
  readonly turn: number;
  readonly value: number | null;
}

/** An SVG path of steps: a value holds until the next. A gap where it is null; `end` is where the last one stops. */
export function stepPath(
  points: readonly Step[],
  end: number,
  x: (turn: number) => number,
  y: (value: number) => number,
) {
  let path = '';
  let isDrawing = false;
  for (const { turn, value } of points) {
    if (isDrawing) path += `H${round(x(turn))}`;
    if (value !== null) path += `${isDrawing ? 'V' : `M${round(x(turn))} `}${round(y(value))}`;
    isDrawing = value !== null;
  }
  return isDrawing ? `${path}H${round(x(end))}` : path;
}

export const round = (value: number) => Math.round(value * 10) / 10;
