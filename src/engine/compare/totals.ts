import { type Alignment, countRows, rowAt, rowCount, type RowKind } from '../model/alignment.ts';
import { isErrorStopping, type Decisions } from '../model/decisions.ts';
import type { History } from '../model/history.ts';
import { verdictCodes } from '../model/verdict.ts';
import type { Rule } from '../rules/rule.ts';

/** The same number of both sessions; null where a recording does not hold it. */
export interface BothSides {
  readonly here: number | null;
  readonly there: number | null;
}

export interface Totals {
  readonly rows: { readonly [K in RowKind]: number };
  readonly tokens: BothSides;
  /** The sum of the recorded times of turns, in milliseconds. */
  readonly tookMs: BothSides;
}

export const totalsOf = (alignment: Alignment, here: History, there: History): Totals => ({
  rows: countRows(alignment),
  tokens: { here: tokensIn(here), there: tokensIn(there) },
  tookMs: { here: timeIn(here), there: timeIn(there) },
});

const tokensIn = ({ tokens }: History): number | null => tokens.at(-1)?.total ?? null;

function timeIn({ turns }: History): number | null {
  let sum: number | null = null;
  for (const { tookMs } of turns) if (tookMs !== undefined) sum = (sum ?? 0) + tookMs;
  return sum;
}

/** Where a rule acts: it fires, or its error counts as failed. */
export interface ActsCompared {
  readonly here: number;
  readonly there: number;
  /** Rows at which it acts on one side and not on the other. */
  readonly onlyHere: number;
  readonly onlyThere: number;
}

interface JudgedSide {
  /** One `verdictCodes` byte per turn. */
  readonly codes: Uint8Array;
  readonly decisions: Decisions;
}

export function compareActs(alignment: Alignment, rule: Rule, here: JudgedSide, there: JudgedSide): ActsCompared {
  const [actsHere, actsThere] = [here, there].map(({ codes, decisions }) => {
    const failing = isErrorStopping(rule, decisions);
    return (turn: number | null) => turn !== null && acts(codes[turn], failing);
  });
  const counts = { here: 0, there: 0, onlyHere: 0, onlyThere: 0 };
  if (actsHere === undefined || actsThere === undefined) return counts;
  for (let row = 0, end = rowCount(alignment); row < end; row++) {
    const turns = rowAt(alignment, row);
    const [isHere, isThere] = [actsHere(turns.here), actsThere(turns.there)];
    if (isHere) counts.here += 1;
    if (isThere) counts.there += 1;
    if (isHere && !isThere) counts.onlyHere += 1;
    if (isThere && !isHere) counts.onlyThere += 1;
  }
  return counts;
}

const acts = (code: number | undefined, failing: boolean): boolean =>
  code === verdictCodes.fire || (failing && code === verdictCodes.error);
