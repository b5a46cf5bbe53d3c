import { paced, type Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import { CelError, writtenOut, type EvalResult } from '../cel/index.ts';
import { refusalOf } from '../engines/judged-by.ts';
import { engineOf } from '../engines/registry.ts';
import type { HookScope } from '../environments/environment.ts';
import type { Decisions, EngineId } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { Unknown } from '../model/value.ts';
import { countVerdicts, verdictCodes, type VerdictCounts, type VerdictKind } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { eligibleTurns, scopeAt } from '../rules/hook-scope.ts';
import { judge } from '../rules/judge.ts';
import { planRule, type PlannedRule } from '../rules/plan-rule.ts';
import type { Rule } from '../rules/rule.ts';
import { budgetPerTurn, isSkipped } from '../rules/sweep.ts';
import { sameAnswer } from './same-answer.ts';

/** A rule in another engine, beside ours. */
export interface EngineVerdicts {
  readonly engine: EngineId;
  /** One `verdictCodes` byte per turn. */
  readonly codes: Uint8Array;
  readonly counts: VerdictCounts;
  /** The turns with another verdict than ours, or with another value where the verdict is a value; ascending. */
  readonly differs: readonly TurnIndex[];
  /** Why it does not accept the rule at all, in its own words; null where it does. */
  readonly refusal: string | null;
  /** Of the turns that differ, the first at which it has an error, with its message. */
  readonly lacks: { readonly turn: TurnIndex; readonly message: string } | null;
  /** Turns at which it was not asked, because the verdict depends on a value that the recording lacks. */
  readonly notAsked: number;
  /** Of the eligible turns. Fewer than all where the time was over. */
  readonly judged: number;
}

/** Milliseconds for all turns together. The time of one evaluation is limited by the caller, who can end it. */
const mostMs = 20_000;

/** Judges a rule with both engines at each turn of its hook, on the same scopes. */
export async function compareEngine(
  session: OpenSession,
  rule: Rule,
  chosen: Decisions,
  engine: EngineId,
  pace: Pace,
): Promise<Result<EngineVerdicts, Problem>> {
  const decisions = withoutEngine(chosen);
  const ours = planRule(session, rule);
  const theirs = planRule(session, rule, { engine });
  if (!ours.ok) return ours;
  if (!theirs.ok) return theirs;
  const scope = scopeAt(session, rule.hook, decisions);
  const ourVerdict = judging(ours.value, rule, decisions, pace);
  const theirVerdict = judging(theirs.value, rule, decisions, pace);
  const turns = eligibleTurns(session, rule);
  const codes = new Uint8Array(session.history.turns.length);
  const differs: TurnIndex[] = [];
  let lacks: EngineVerdicts['lacks'] = null;
  let notAsked = 0;
  let judged = 0;
  const refusal = refusalOf(engineOf(engine), writtenOut(rule.expression, rule.variables));
  const end = pace.now() + mostMs;
  await paced(turns.length, pace, (index) => {
    if (pace.now() > end) return;
    const turn = turns[index] ?? 0;
    scope.moveTo(turn);
    const mine = ourVerdict(scope);
    const other = theirVerdict(scope);
    judged += 1;
    codes[turn] = verdictCodes[other.verdict];
    if (other.result instanceof Unknown) notAsked += 1;
    if (sameVerdict(mine, other)) return;
    differs.push(turn);
    if (other.result instanceof CelError) lacks ??= { turn, message: other.result.message };
  });
  return ok({ engine, codes, counts: countVerdicts(codes), differs, refusal, lacks, notAsked, judged });
}

/** For the side that is ours. */
export function withoutEngine(decisions: Decisions): Decisions {
  const { engine: _engine, ...rest } = decisions;
  return rest;
}

/** What an engine makes of a rule at one turn. The result is null where the rule does not run. */
export interface JudgedTurn {
  readonly verdict: VerdictKind;
  /** Its views are valid until the scope moves. */
  readonly result: EvalResult | null;
}

/** Judges at the turn of a scope, which moves forward. */
export function judging(planned: PlannedRule, rule: Rule, decisions: Decisions, pace: Pick<Pace, 'stopped'>) {
  const program = planned.forSweep();
  const options = { budget: budgetPerTurn, stopped: () => pace.stopped };
  return (scope: HookScope): JudgedTurn => {
    const condition = planned.condition === null ? true : planned.condition.run(scope, options);
    if (isSkipped(condition)) return { verdict: 'n/a', result: null };
    const isOpen = condition instanceof CelError || condition instanceof Unknown;
    const result = isOpen ? condition : program.run(scope, options);
    return { verdict: judge(result, rule, decisions), result };
  };
}

export function sameVerdict(mine: JudgedTurn, other: JudgedTurn): boolean {
  if (mine.verdict !== other.verdict) return false;
  return (
    mine.verdict !== 'value' || mine.result === null || other.result === null || sameAnswer(mine.result, other.result)
  );
}
