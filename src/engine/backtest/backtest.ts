import type { Pace } from '../../base/pace.ts';
import { isErrorStopping, type Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { countVerdicts, verdictCodes, type VerdictCounts } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { decisionsOf } from '../rules/decisions.ts';
import type { Rule } from '../rules/rule.ts';
import { blockTurns, readSwept, worstIn, type KeptVerdicts } from '../rules/swept.ts';

/** The stored part of a rule's verdicts in one session: enough to draw, count and sort it among thousands. */
export interface RuleOverSession {
  /** The rule as judged here: a policy's rule has this session's functions. Null for what a policy decides by all its rules. */
  readonly rule: Rule | null;
  readonly counts: VerdictCounts;
  /** Turns at which the rule acts: it fires, or its error counts as failed. A policy acts where it blocks. */
  readonly acts: number;
  readonly firstAct: TurnIndex | null;
  /** A bit for each turn, set where the rule acts, so that two rules can be compared. Zeros at the end are left out. */
  readonly actsAt: Uint8Array;
  /** The same of the turns where the verdict is unknown: whether the rule acts there is not known. */
  readonly unknownAt: Uint8Array;
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
    const failing = isErrorStopping(rule, decisions);
    judged.push(await readSwept(session, rule, decisions, pace, (verdicts) => overSession(rule, verdicts, failing)));
  }
  return judged;
}

/** The same of what a policy decides at each turn: `verdictCodes`. */
export function decidedOverSession(codes: Uint8Array, problem: Problem | null): RuleOverSession {
  const blocks = Uint8Array.from({ length: Math.ceil(codes.length / blockTurns) }, (_, block) =>
    worstIn(codes, block * blockTurns, Math.min(codes.length, (block + 1) * blockTurns)),
  );
  return overSession(null, { codes, blocks, counts: countVerdicts(codes), problem }, false);
}

function overSession(rule: Rule | null, verdicts: KeptVerdicts, failing: boolean): RuleOverSession {
  const acts = (code: number | undefined) => code === verdictCodes.fire || (failing && code === verdictCodes.error);
  const { first, bits } = turnsWhere(verdicts, verdictCodes.error, acts);
  return {
    rule,
    counts: verdicts.counts,
    acts: verdicts.counts.fire + (failing ? verdicts.counts.error : 0),
    firstAct: first,
    actsAt: bits,
    unknownAt: turnsWhere(verdicts, verdictCodes.unknown, (code) => code === verdictCodes.unknown).bits,
    cells: cellsOf(verdicts),
    problem: verdicts.problem,
  };
}

/** The turns whose code is wanted. `least` is the smallest such code: only the codes of blocks that reach it are read. */
function turnsWhere(
  { codes, blocks }: KeptVerdicts,
  least: number,
  isWanted: (code: number | undefined) => boolean,
): { readonly first: TurnIndex | null; readonly bits: Uint8Array } {
  const bits = new Uint8Array(Math.ceil(codes.length / 8));
  let first: TurnIndex | null = null;
  let end = 0;
  for (const [block, worst] of blocks.entries()) {
    if (worst < least) continue;
    const next = Math.min(codes.length, (block + 1) * blockTurns);
    for (let turn = block * blockTurns; turn < next; turn++) {
      if (!isWanted(codes[turn])) continue;
      first ??= turn;
      bits[turn >> 3] = (bits[turn >> 3] ?? 0) | (1 << (turn & 7));
      end = (turn >> 3) + 1;
    }
  }
  return { first, bits: bits.slice(0, end) };
}

/** The same as `worstOfParts`. It reads only the codes of blocks that reach beyond a cell. */
function cellsOf({ codes, blocks }: KeptVerdicts): Uint8Array {
  const { length } = codes;
  if (length <= maxCells) return codes.slice();
  const cells = new Uint8Array(maxCells);
  const startOf = (cell: number) => Math.ceil((cell * length) / maxCells);
  for (let cell = 0; cell < maxCells; cell++) {
    const start = startOf(cell);
    const end = startOf(cell + 1);
    let worst = 0;
    for (let block = Math.floor(start / blockTurns); block * blockTurns < end; block++) {
      const from = Math.max(start, block * blockTurns);
      const to = Math.min(end, (block + 1) * blockTurns);
      const ofBlock = blocks[block] ?? 0;
      if (ofBlock > worst) worst = Math.max(worst, to - from === blockTurns ? ofBlock : worstIn(codes, from, to));
    }
    cells[cell] = worst;
  }
  return cells;
}
