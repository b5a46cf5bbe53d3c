import { verdictCodes } from '../../engine/model/verdict.ts';

/**
 * How the draft judges a turn, compared with the baseline. Greater is more worth seeing. An error counts as what the
 * decision makes of it: where it counts as failed, it stops what a firing stops.
 */
export const differenceCodes = { same: 0, other: 1, released: 2, fires: 3 } as const;

export interface Difference {
  /** One `differenceCodes` byte per turn. */
  readonly codes: Uint8Array;
  /** Turns that the draft stops and the baseline did not. */
  readonly fires: number;
  /** Turns that the baseline stopped and the draft does not. */
  readonly released: number;
  /** Turns that came out otherwise and are stopped by both or by neither: from pass to unknown, say. */
  readonly other: number;
}

/** Whether an error stops, under the one rule and under the other: their hooks may differ. */
interface ErrorStops {
  readonly baseline: boolean;
  readonly draft: boolean;
}

export function differenceOf(baseline: Uint8Array, draft: Uint8Array, errorStops: ErrorStops): Difference {
  const codes = new Uint8Array(draft.length);
  const tally = [0, 0, 0, 0];
  for (let turn = 0; turn < draft.length; turn++) {
    const code = compare(baseline[turn], draft[turn], errorStops);
    codes[turn] = code;
    tally[code] = (tally[code] ?? 0) + 1;
  }
  const [, other = 0, released = 0, fires = 0] = tally;
  return { codes, fires, released, other };
}

function compare(baseline: number | undefined, draft: number | undefined, errorStops: ErrorStops): number {
  const [stopped, stops] = [isStopping(baseline, errorStops.baseline), isStopping(draft, errorStops.draft)];
  if (stops !== stopped) return stops ? differenceCodes.fires : differenceCodes.released;
  return baseline === draft ? differenceCodes.same : differenceCodes.other;
}

const isStopping = (code: number | undefined, errorStops: boolean): boolean =>
  code === verdictCodes.fire || (errorStops && code === verdictCodes.error);

/** One kind of difference alone, so that in a crowded cell the one does not hide the other. */
export const only = (codes: Uint8Array, wanted: number): Uint8Array =>
  codes.map((code) => (code === wanted ? wanted : 0));
