import { verdictCodes } from '../engine/model/verdict.ts';

/**
 * What a draft changes at a turn, against the baseline; the greater code is shown first. All views use this: the timeline, the
 * table of decisions, and the backtest, which counts the same from bits.
 *
 * `unknown`: one of the two verdicts depends on a value that the recording lacks, so whether the draft blocks more or less there
 * is not known. The value was there when the agent ran, so an unknown counts neither as blocked nor as passed.
 */
export const changeCodes = { same: 0, other: 1, unknown: 2, released: 3, blocked: 4 } as const;

export type VerdictChange = keyof typeof changeCodes;

/** Whether an error blocks under each rule; their hooks may differ. */
export interface ErrorStops {
  readonly baseline: boolean;
  readonly draft: boolean;
}

/** Takes two of `verdictCodes`, and returns one of `changeCodes`. */
export function changeOf(baseline: number, draft: number, errorStops: ErrorStops): number {
  if ((baseline === verdictCodes.unknown) !== (draft === verdictCodes.unknown)) return changeCodes.unknown;
  const stopped = isStopping(baseline, errorStops.baseline);
  const stops = isStopping(draft, errorStops.draft);
  if (stops !== stopped) return stops ? changeCodes.blocked : changeCodes.released;
  return baseline === draft ? changeCodes.same : changeCodes.other;
}

const isStopping = (code: number, errorStops: boolean): boolean =>
  code === verdictCodes.fire || (errorStops && code === verdictCodes.error);
