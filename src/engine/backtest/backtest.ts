import type { Pace } from '../../base/pace.ts';
import { isErrorStopping, type Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { verdictCodes, type VerdictCounts, worstOfParts } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { decisionsOf } from '../rules/decisions.ts';
import type { Rule } from '../rules/rule.ts';
import { sweep } from '../rules/sweep.ts';

/** The stored part of a rule's verdicts in one session: enough to draw, count and sort it among thousands. */
export interface RuleOverSession {
  /** The rule as judged here: a policy's rule has this session's functions. */
  readonly rule: Rule;
  readonly counts: VerdictCounts;
  /** Turns at which the rule acts: it fires, or its error counts as failed. */
  readonly acts: number;
  readonly firstAct: TurnIndex | null;
  /** The worst `verdictCodes` byte in each of at most `mostCells` equal parts of the session. */
  readonly cells: Uint8Array;
  /** Set when the rule could not run: no turn was judged. */
  readonly problem: Problem | null;
}

/** Number of cells that a small picture can show; a shorter session has one for each turn. */
export const maxCells = 128;

/**
 * Judges every rule on one session, one after the other. `chosen` are the user's decisions, which override the
 * recording's own.
 */
export async function backtest(
  session: OpenSession,
  rules: readonly Rule[],
  chosen: Partial<Decisions>,
  pace: Pace,
): Promise<readonly RuleOverSession[]> {
  const decisions = decisionsOf(session, chosen);
  const judged: RuleOverSession[] = [];
  for (const rule of rules) {
    const { codes, counts, problem } = await sweep(session, rule, decisions, pace);
    const failing = isErrorStopping(rule.hook, decisions);
    judged.push({
      rule,
      counts,
      acts: counts.fire + (failing ? counts.error : 0),
      firstAct: firstOf(codes, failing),
      cells: worstOfParts(codes, Math.min(maxCells, codes.length)),
      problem,
    });
  }
  return judged;
}

function firstOf(codes: Uint8Array, errorsToo: boolean): TurnIndex | null {
  const turn = codes.findIndex((code) => code === verdictCodes.fire || (errorsToo && code === verdictCodes.error));
  return turn < 0 ? null : turn;
}
