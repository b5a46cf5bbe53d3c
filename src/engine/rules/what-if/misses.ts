import { paced, type Pace } from '../../../base/pace.ts';
import { ok, type Result } from '../../../base/result.ts';
import { nearer, planDistance, type Distance } from '../../cel/flips/index.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { TurnIndex } from '../../model/history.ts';
import type { Problem } from '../../model/problem.ts';
import { verdictCodes } from '../../model/verdict.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { flips } from './flips.ts';
import type { Misses, NearMiss } from './what-if.ts';
import { eligibleTurns, scopeAt } from '../hook-scope.ts';
import { planRule } from '../plan-rule.ts';
import type { Rule } from '../rule.ts';
import { swept } from '../swept.ts';

const maxMisses = 5;
/** Evaluation steps for one turn, and strides of evaluation for all turns together. */
const budgetPerTurn = 1_000_000;
const maxStrides = 150_000;

/**
 * The turns at which a rule that never fires came closest to firing. Ranks by the number of missing clauses, then by how near their
 * comparisons are.
 */
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
  const scope = scopeAt(session, rule.hook, decisions);
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
  let examined = 0;
  let isWhole = true;
  const turns = eligibleTurns(session, rule);
  await paced(turns.length, pace, (index) => {
    const turn = turns[index] ?? 0;
    if (codes[turn] !== verdictCodes.pass) return;
    if (strides >= maxStrides) {
      isWhole = false;
      return;
    }
    examined++;
    const distance = distanceAt(scope.moveTo(turn), options);
    if (distance === null) isWhole = false;
    if (distance === null || distance.clauses === Infinity) return;
    const last = nearest.at(-1);
    if (nearest.length === maxMisses && last !== undefined && nearer(last.distance, distance) <= 0) return;
    nearest.push({ turn, distance });
    nearest.sort((a, b) => nearer(a.distance, b.distance) || a.turn - b.turn);
    nearest.length = Math.min(nearest.length, maxMisses);
  });
  const alternatives: NearMiss[] = [];
  for (const { turn, distance } of nearest) {
    const found = await flips(session, rule, turn, decisions, pace);
    const values = found.ok ? (found.value?.alternatives[0]?.values ?? null) : null;
    alternatives.push({ kind: 'near-miss', turn, clauses: distance.clauses, values });
  }
  return ok({ turns: examined, isWhole, alternatives, parts: [], notes: [] });
}
