import { paced, type Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import { nearer, planDistance, type Distance } from '../cel/flips/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { verdictCodes } from '../model/verdict.ts';
import type { OpenSession } from '../open-text.ts';
import { flips, type FlipChange } from './flips.ts';
import { eligibleTurns } from './eligible-turns.ts';
import { HookScope } from './hook-scope.ts';
import { planRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';
import { swept } from './sweep.ts';

/** The turns at which a rule that fires nowhere came closest to it. */
export interface Misses {
  /** Passing turns, the nearest to firing first. */
  readonly nearest: readonly Miss[];
  /** Passing turns that were looked at: all there are, unless there was too much to look at. */
  readonly looked: number;
  readonly isWhole: boolean;
}

export interface Miss {
  readonly turn: TurnIndex;
  /** Clauses that would have had to come out otherwise. */
  readonly clauses: number;
  /** The smallest set of values that would have made it fire; null where none is known. */
  readonly changes: readonly FlipChange[] | null;
}

const mostMisses = 5;
/** Steps that one turn may take, and strides of an evaluation that all of them may. */
const budgetPerTurn = 1_000_000;
const mostStrides = 150_000;

/** Ranked by how many clauses are missing, then by how near their comparisons are. */
export async function misses(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
): Promise<Result<Misses, Problem>> {
  const planned = planRule(session, rule);
  if (!planned.ok) return planned;
  const { expr, library } = planned.value;
  const { codes } = await swept(session, rule, decisions, pace);
  const scope = new HookScope(session, rule.hook, decisions);
  const distanceAt = planDistance(expr, false, library);
  let strides = 0;
  const options = {
    budget: budgetPerTurn,
    stopped: () => {
      strides++;
      return pace.stopped;
    },
  };
  const nearest: { readonly turn: TurnIndex; readonly distance: Distance }[] = [];
  let looked = 0;
  let isWhole = true;
  const turns = eligibleTurns(session, rule);
  await paced(turns.length, pace, (index) => {
    const turn = turns[index] ?? 0;
    if (codes[turn] !== verdictCodes.pass) return;
    if (strides >= mostStrides) {
      isWhole = false;
      return;
    }
    looked++;
    const distance = distanceAt(scope.moveTo(turn), options);
    if (distance === null) isWhole = false;
    if (distance === null || distance.clauses === Infinity) return;
    const last = nearest.at(-1);
    if (nearest.length === mostMisses && last !== undefined && nearer(last.distance, distance) <= 0) return;
    nearest.push({ turn, distance });
    nearest.sort((a, b) => nearer(a.distance, b.distance) || a.turn - b.turn);
    nearest.length = Math.min(nearest.length, mostMisses);
  });
  const told: Miss[] = [];
  for (const { turn, distance } of nearest) {
    const found = await flips(session, rule, turn, decisions, pace);
    const changes = found.ok ? (found.value?.sets[0] ?? null) : null;
    told.push({ turn, clauses: distance.clauses, changes });
  }
  return ok({ nearest: told, looked, isWhole });
}
