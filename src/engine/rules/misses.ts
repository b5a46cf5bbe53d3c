import { paced, type Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import { extendLibrary, specificationLibrary } from '../cel/index.ts';
import { distanceTo, nearer, PartEvaluator, Surroundings, type Distance } from '../cel/flips/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import { verdictCodes } from '../model/verdict.ts';
import type { OpenSession } from '../open-text.ts';
import { flips, type FlipChange } from './flips.ts';
import { HookScope } from './hook-scope.ts';
import { hostFunctions } from './host-functions.ts';
import { planRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';
import { sweep } from './sweep.ts';

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
/** Parts of the rule that are evaluated in all, over all turns. */
const maxEffort = 500_000;

/** Ranked by how many clauses are missing, then by how near their comparisons are. */
export async function misses(
  session: OpenSession,
  rule: Rule,
  decisions: Decisions,
  pace: Pace,
): Promise<Result<Misses, Problem>> {
  const planned = planRule(session, rule);
  if (!planned.ok) return planned;
  const { expr } = planned.value;
  // The sweep folds over lists that grow; asking each turn by itself would go through them again and again.
  const { codes } = await sweep(session, rule, decisions, pace);
  const parts = new PartEvaluator(extendLibrary(specificationLibrary, hostFunctions(rule.hook, session.history)));
  const scope = new HookScope(session, rule.hook, decisions);
  const nearest: { readonly turn: TurnIndex; readonly distance: Distance }[] = [];
  let looked = 0;
  let effort = 0;
  let isWhole = true;
  await paced(codes.length, pace, (index) => {
    if (codes[index] !== verdictCodes.pass) return;
    if (effort >= maxEffort) {
      isWhole = false;
      return;
    }
    looked++;
    parts.renew();
    const distance = distanceTo(expr, false, new Surroundings(scope.moveTo(index)), parts);
    const last = nearest.at(-1);
    effort += parts.effort;
    if (distance.clauses === Infinity) return;
    if (nearest.length === mostMisses && last !== undefined && nearer(last.distance, distance) <= 0) return;
    nearest.push({ turn: index, distance });
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
