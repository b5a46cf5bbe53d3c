import { CelError, type EvalResult } from '../cel/index.ts';
import type { Decisions } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import { Unknown } from '../model/value.ts';
import type { VerdictKind } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { isEligible, scopeAt } from './hook-scope.ts';
import { judge } from './judge.ts';
import { planRule } from './plan-rule.ts';
import type { Rule } from './rule.ts';
import { isSkipped } from './sweep.ts';

/**
 * A rule's verdict at one turn, with the result and the message behind it; the result is null where nothing was
 * evaluated.
 */
export function verdictAt(
  session: OpenSession,
  rule: Rule,
  turn: TurnIndex,
  decisions: Decisions,
): { readonly verdict: VerdictKind; readonly result: EvalResult | null; readonly message: string | null } {
  const at = session.history.turns[turn];
  if (at === undefined || !isEligible(session, rule, at)) return none;
  const planned = planRule(session, rule, decisions);
  if (!planned.ok) return { verdict: 'error', result: null, message: planned.problem.message };
  const scope = scopeAt(session, rule.hook, decisions).moveTo(turn);
  const { condition, program } = planned.value;
  const conditionResult = condition?.run(scope) ?? true;
  if (isSkipped(conditionResult)) return none;
  const result =
    conditionResult instanceof CelError || conditionResult instanceof Unknown ? conditionResult : program.run(scope);
  const message = result instanceof CelError ? result.message : null;
  return { verdict: judge(result, rule, decisions), result, message };
}

const none = { verdict: 'n/a', result: null, message: null } as const;
