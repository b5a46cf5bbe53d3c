import type { TurnRange } from '../state/sight.ts';
import { changeCodes, changeOf, type ErrorStops } from '../state/verdictChange.ts';

/** How the draft judges a session's turns, compared with the baseline. */
export interface Difference {
  /** One of `changeCodes` per turn. */
  readonly codes: Uint8Array;
  /** Turns that the draft stops and the baseline did not. */
  readonly blocked: number;
  /** Turns that the baseline stopped and the draft does not. */
  readonly released: number;
  /** Turns at which one of the two verdicts is unknown. */
  readonly unknown: number;
  /** Turns with another verdict that both rules block or neither does, such as from fire to an error that blocks. */
  readonly other: number;
}

/** `range`: the turns that are counted; null for all. */
export function differenceOf(
  baseline: Uint8Array,
  draft: Uint8Array,
  errorStops: ErrorStops,
  range: TurnRange | null = null,
): Difference {
  const codes = new Uint8Array(draft.length);
  const tally = [0, 0, 0, 0, 0];
  for (let turn = 0; turn < draft.length; turn++) {
    const code = changeOf(baseline[turn] ?? 0, draft[turn] ?? 0, errorStops);
    codes[turn] = code;
    if (range !== null && (turn < range.first || turn > range.last)) continue;
    tally[code] = (tally[code] ?? 0) + 1;
  }
  const { blocked, released, unknown, other } = changeCodes;
  const countOf = (code: number) => tally[code] ?? 0;
  return {
    codes,
    blocked: countOf(blocked),
    released: countOf(released),
    unknown: countOf(unknown),
    other: countOf(other),
  };
}

/** Keeps one kind of difference, so that one kind does not hide another in a shared cell. */
export function only(codes: Uint8Array, wanted: number): Uint8Array {
  const kept = new Uint8Array(codes.length);
  for (let turn = 0; turn < codes.length; turn++) if (codes[turn] === wanted) kept[turn] = wanted;
  return kept;
}
