import { verdictCodes } from '../../engine/model/verdict.ts';

/** How the draft judges a turn, compared with the saved rule. Greater is more worth seeing. */
export const differenceCodes = { same: 0, other: 1, released: 2, fires: 3 } as const;

export interface Difference {
  /** One `differenceCodes` byte per turn. */
  readonly codes: Uint8Array;
  /** Turns that fire with the draft and did not with the saved rule. */
  readonly fires: number;
  /** Turns that fired with the saved rule and no longer do. */
  readonly released: number;
  /** Turns that came out otherwise without a firing being involved: from pass to error, say. */
  readonly other: number;
}

export function differenceOf(saved: Uint8Array, draft: Uint8Array): Difference {
  const codes = new Uint8Array(draft.length);
  const tally = [0, 0, 0, 0];
  for (let turn = 0; turn < draft.length; turn++) {
    const code = compare(saved[turn], draft[turn]);
    codes[turn] = code;
    tally[code] = (tally[code] ?? 0) + 1;
  }
  const [, other = 0, released = 0, fires = 0] = tally;
  return { codes, fires, released, other };
}

function compare(saved: number | undefined, draft: number | undefined): number {
  if (saved === draft) return differenceCodes.same;
  if (draft === verdictCodes.fire) return differenceCodes.fires;
  if (saved === verdictCodes.fire) return differenceCodes.released;
  return differenceCodes.other;
}

/** One kind of difference alone, so that in a crowded cell the one does not hide the other. */
export const only = (codes: Uint8Array, wanted: number): Uint8Array =>
  codes.map((code) => (code === wanted ? wanted : 0));
