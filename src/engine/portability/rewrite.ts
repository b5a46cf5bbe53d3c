import { giveWay, paced, type Pace } from '../../base/pace.ts';
import { ok, type Result } from '../../base/result.ts';
import { format } from '../cel/format/format.ts';
import type { Decisions, EngineId } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { Problem } from '../model/problem.ts';
import type { VerdictKind } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { eligibleTurns, scopeAt } from '../rules/hook-scope.ts';
import { planRule } from '../rules/plan-rule.ts';
import type { Rule } from '../rules/rule.ts';
import { judging, sameVerdict, withoutEngine, type JudgedTurn } from './compare-engine.ts';
import { rewritings } from './rewritings/registry.ts';
import { rewrittenEverywhere } from './rewritings/rewriting.ts';

/** Another text of a rule on which engines agree at every turn. */
export interface Rewritten {
  readonly expression: string;
  /** What was done, in order; each completes *The rule …*. */
  readonly changes: readonly string[];
  /** The engines that accept it and agree with ours at every turn. */
  readonly agrees: readonly EngineId[];
  /** Turns at which the rule as it is fails, and this one does not. */
  readonly repairs: number;
}

/** Beyond these, another combination is unlikely to help, and the user waits. */
const mostChanges = 5;
const mostCandidates = 120;
const mostMs = 20_000;

/**
 * The first rewriting that all engines accept and agree on at every turn, with the verdicts that the rule has in ours. Where
 * the rule fails in ours, any verdict is accepted that all of them agree on. If none has them all, the one that most have,
 * if these are more than agree on the rule as it is. Null if there is none, or the rule needs none.
 */
export async function rewrite(
  session: OpenSession,
  rule: Rule,
  chosen: Decisions,
  engines: readonly EngineId[],
  pace: Pace,
): Promise<Result<Rewritten | null, Problem>> {
  const decisions = withoutEngine(chosen);
  const original = planRule(session, rule);
  if (!original.ok) return original;
  const check = new Check(session, rule, decisions, engines, pace);
  const asItIs = await check.of(rule.expression);
  if (asItIs === null || asItIs.agrees.length === engines.length) return ok(null);
  const end = pace.now() + mostMs;
  let best: Rewritten | null = null;
  const known = new Set([rule.expression]);
  let level: readonly Pick<Rewritten, 'expression' | 'changes'>[] = [{ expression: rule.expression, changes: [] }];
  for (let depth = 0; depth < mostChanges && level.length > 0; depth++) {
    const next: Pick<Rewritten, 'expression' | 'changes'>[] = [];
    for (const { expression, changes } of level) {
      for (const rewriting of rewritings) {
        const made = rewrittenEverywhere(expression, rewriting);
        if (made === null || known.has(made)) continue;
        known.add(made);
        if (known.size > mostCandidates || pace.now() > end) return ok(best);
        const candidate = { expression: made, changes: [...changes, rewriting.title] };
        next.push(candidate);
        const found = await check.of(made);
        if (found !== null && found.agrees.length > (best ?? asItIs).agrees.length) best = { ...candidate, ...found };
        if (best?.agrees.length === engines.length) return ok(await shortest(best, check));
        await giveWay(pace);
      }
    }
    level = next;
  }
  return ok(best === null ? null : await shortest(best, check));
}

/** In its usual form, without the parentheses that are not needed, if it still agrees everywhere. */
async function shortest(found: Rewritten, check: Check): Promise<Rewritten> {
  const expression = format(found.expression) ?? found.expression;
  const again = await check.of(expression);
  return again?.agrees.length === found.agrees.length ? { ...found, expression } : found;
}

/** Judges texts in the place of a rule's own, by all engines at all turns. */
class Check {
  readonly #session: OpenSession;
  readonly #rule: Rule;
  readonly #decisions: Decisions;
  readonly #engines: readonly EngineId[];
  readonly #pace: Pace;

  constructor(session: OpenSession, rule: Rule, decisions: Decisions, engines: readonly EngineId[], pace: Pace) {
    this.#session = session;
    this.#rule = rule;
    this.#decisions = decisions;
    this.#engines = engines;
    this.#pace = pace;
  }

  /** Null where it changes a verdict that the rule has in our engine. */
  async of(expression: string): Promise<Pick<Rewritten, 'agrees' | 'repairs'> | null> {
    const original = planRule(this.#session, this.#rule);
    const changed = { ...this.#rule, expression };
    const ours = planRule(this.#session, changed);
    if (!original.ok || !ours.ok) return null;
    const [judgeOriginal, judgeOurs] = [original, ours].map(({ value }) => this.#judging(value, changed));
    if (judgeOriginal === undefined || judgeOurs === undefined) return null;
    const left = new Map(
      this.#engines.flatMap((engine) => {
        const planned = planRule(this.#session, changed, { engine });
        return planned.ok ? [[engine, this.#judging(planned.value, changed)] as const] : [];
      }),
    );
    const scope = scopeAt(this.#session, this.#rule.hook, this.#decisions);
    const turns = eligibleTurns(this.#session, this.#rule);
    let repairs = 0;
    let isKept = true;
    await paced(turns.length, this.#pace, (index) => {
      if (!isKept || (left.size === 0 && index > 0)) return;
      scope.moveTo(turns[index] ?? (0 satisfies TurnIndex));
      const before = judgeOriginal(scope);
      const mine = judgeOurs(scope);
      if (!keeps(before, mine)) isKept = false;
      if (before.verdict === 'error' && mine.verdict !== 'error') repairs += 1;
      for (const [engine, judgeTheirs] of left) if (!sameVerdict(mine, judgeTheirs(scope))) left.delete(engine);
    });
    return isKept ? { agrees: [...left.keys()], repairs } : null;
  }

  #judging(planned: Parameters<typeof judging>[0], rule: Rule): ReturnType<typeof judging> {
    return judging(planned, rule, this.#decisions, this.#pace);
  }
}

const failed: VerdictKind = 'error';

const keeps = (before: JudgedTurn, after: JudgedTurn): boolean =>
  before.verdict === failed || sameVerdict(before, after);
