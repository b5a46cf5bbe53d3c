import type { TurnRange } from '../state/sight.ts';
import { verdictCodes } from '../engine/model/verdict.ts';

/**
 * How the draft judges a turn, compared with the baseline. A greater code is shown first. An error counts as the
 * session's settings decide: if it counts as failed, it blocks like a firing.
 */
export const differenceCodes = { same: 0, other: 1, released: 2, fires: 3 } as const;

export interface Difference {
  /** One `differenceCodes` byte per turn. */
  readonly codes: Uint8Array;
  /** Turns that the draft stops and the baseline did not. */
  readonly fires: number;
  /** Turns that the baseline stopped and the draft does not. */
  readonly released: number;
  /** Turns with another verdict that both rules block or neither does, such as from pass to unknown. */
  readonly other: number;
}

/** Whether an error blocks under each rule; their hooks may differ. */
interface ErrorStops {
  readonly baseline: boolean;
  readonly draft: boolean;
}

/** `range`: the turns that are counted; null for all. */
export function differenceOf(
  baseline: Uint8Array,
  draft: Uint8Array,
  errorStops: ErrorStops,
  range: TurnRange | null = null,
): Difference {
  const codes = new Uint8Array(draft.length);
  const tally = [0, 0, 0, 0];
  for (let turn = 0; turn < draft.length; turn++) {
    const code = compare(baseline[turn], draft[turn], errorStops);
    codes[turn] = code;
    if (range !== null && (turn < range.first || turn > range.last)) continue;
    tally[code] = (tally[code] ?? 0) + 1;
  }
  const [, other = 0, released = 0, fires = 0] = tally;
  return { codes, fires, released, other };
}

function compare(baseline: number | undefined, draft: number | undefined, errorStops: ErrorStops): number {
  const stopped = isStopping(baseline, errorStops.baseline);
  const stops = isStopping(draft, errorStops.draft);
  if (stops !== stopped) return stops ? differenceCodes.fires : differenceCodes.released;
  return baseline === draft ? differenceCodes.same : differenceCodes.other;
}

const isStopping = (code: number | undefined, errorStops: boolean): boolean =>
  code === verdictCodes.fire || (errorStops && code === verdictCodes.error);

/** Keeps one kind of difference, so that one kind does not hide another in a shared cell. */
export function only(codes: Uint8Array, wanted: number): Uint8Array {
  const kept = new Uint8Array(codes.length);
  for (let turn = 0; turn < codes.length; turn++) if (codes[turn] === wanted) kept[turn] = wanted;
  return kept;
}
