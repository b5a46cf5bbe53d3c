import { paced, type Pace } from '../../base/pace.ts';
import { CelError, type EvalResult, type RunOptions } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { isTruthy } from '../model/truthiness.ts';
import { Unknown } from '../model/value.ts';
import { countVerdicts, verdictCodes, type VerdictCounts, type VerdictKind } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import type { HookScope } from '../environments/environment.ts';
import { eligibleTurns, scopeAt } from './hook-scope.ts';
import { judge } from './judge.ts';
import { planRule, type PlannedRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';

export interface SweepResult {
  /** One `verdictCodes` byte per turn. */
  readonly codes: Uint8Array;
  readonly counts: VerdictCounts;
  /** Set when the expression does not parse: no turn was judged. */
  readonly problem: Problem | null;
}

/** Called for every eligible turn, while the result's views are still at that turn. */
export type Judged = (turn: TurnIndex, verdict: VerdictKind, evaluated: EvalResult) => void;

/** Steps for one turn: a rule that needs more stops there, with an error that says so. */
export const budgetPerTurn = 5_000_000;

/** For a sweep that need not reach the end: the same on every machine, unlike a time. */
export interface SweepLimits {
  /** Of the turns at which the rule runs, the first so many are judged. */
  readonly turns: number;
  /** For one turn; see `budgetPerTurn`. */
  readonly steps: number;
}

/** A rule's verdict at every turn: one walk forward over one live scope. */
export async function sweep(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
  judged?: Judged,
  limits: SweepLimits = { turns: Infinity, steps: budgetPerTurn },
): Promise<SweepResult> {
  const codes = new Uint8Array(session.history.turns.length);
  const planned = planRule(session, rule, decisions);
  if (!planned.ok) return { codes, counts: countVerdicts(codes), problem: planned.problem };

  const program = planned.value.forSweep();
  const scope = scopeAt(session, rule.hook, decisions);
  const options = { budget: limits.steps, stopped: () => pace.stopped };
  const turns = eligibleTurns(session, rule).subarray(0, limits.turns);
  await walkTurns(turns, planned.value, scope, options, pace, (turn, obstacle) => {
    const evaluated = obstacle ?? program.run(scope, options);
    const verdict = judge(evaluated, rule, decisions);
    codes[turn] = verdictCodes[verdict];
    judged?.(turn, verdict, evaluated);
  });
  return { codes, counts: countVerdicts(codes), problem: null };
}

/**
 * Moves the scope forward through the turns at which the rule runs. `obstacle` is the condition's own result where it
 * failed or is unknown: whether the rule should have run is not known then, and this result takes the place of the
 * rule's.
 */
export async function walkTurns(
  turns: Int32Array,
  { condition }: PlannedRule,
  scope: HookScope,
  options: RunOptions,
  pace: Pace,
  visit: (turn: TurnIndex, obstacle: CelError | Unknown | null) => void,
): Promise<void> {
  await paced(turns.length, pace, (index) => {
    const turn = turns[index] ?? 0;
    scope.moveTo(turn);
    const result = condition === null ? true : condition.run(scope, options);
    if (result === true) visit(turn, null);
    else if (result instanceof CelError || result instanceof Unknown) visit(turn, result);
    else if (!isSkipped(result)) visit(turn, null);
  });
}

/** A condition that is false: the step is skipped without a trace. */
export const isSkipped = (conditionResult: EvalResult): boolean =>
  !(conditionResult instanceof CelError || conditionResult instanceof Unknown) && !isTruthy(conditionResult);

export interface FindResult extends SweepResult {
  readonly matches: readonly TurnIndex[];
  /** The problem of the first turn that could not be judged; `counts.error` counts all such turns. */
  readonly firstError: string | null;
}

/** Turns where an expression is true, ascending; for filters. An error or an unknown is no match. */
export async function find(
  session: OpenSession,
  expression: string,
  decisions: Decisions,
  pace: Pace,
): Promise<FindResult> {
  const matches: TurnIndex[] = [];
  let firstError: string | null = null;
  const rule: Rule = { expression, hook: 'turn', match: null };
  const result = await sweep(session, rule, decisions, pace, (turn, _verdict, evaluated) => {
    if (evaluated === true) matches.push(turn);
    if (evaluated instanceof CelError) firstError ??= evaluated.message;
  });
  return { ...result, matches, firstError };
}
