import type { Pace } from '../../../base/pace.ts';
import { ok, type Result } from '../../../base/result.ts';
import { CelError, walk } from '../../cel/index.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { TurnIndex } from '../../model/history.ts';
import type { Problem } from '../../model/problem.ts';
import { Unknown } from '../../model/value.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { isEligible, scopeAt } from '../../rules/hook-scope.ts';
import { planRule } from '../../rules/plan-rule.ts';
import type { Rule } from '../../rules/rule.ts';
import { flips } from '../../rules/what-if/flips.ts';
import type { OtherValue, WouldAllow } from '../../rules/what-if/what-if.ts';
import type { Policy, PolicyRule } from '../policy.ts';

/**
 * What a rule of a gateway that allows, and is false at a turn, would need to be true there. No other rule that allows
 * may be true, because then the call needs this one no more. `rule` may be an edit of the policy's rule `id`. Null where the
 * question does not arise.
 */
export async function wouldAllow(
  session: OpenSession,
  policy: Policy,
  id: string,
  rule: Rule,
  turnIndex: TurnIndex,
  decisions: Decisions,
  pace: Pace,
): Promise<Result<WouldAllow | null, Problem>> {
  const turn = session.history.turns[turnIndex];
  const isOfPolicy = policy.rules.some((one) => one.id === id && one.kind === 'allow');
  if (policy.form !== 'gateway' || !isOfPolicy || turn === undefined || !isEligible(session, rule, turn))
    return ok(null);
  const scope = scopeAt(session, rule.hook, decisions).moveTo(turnIndex);
  const own = planRule(session, rule);
  if (!own.ok) return own;
  if (own.value.program.run(scope) !== false) return ok(null);

  const others = policy.rules
    .filter((one) => one.id !== id)
    .map((one) => {
      const planned = planRule(session, { ...rule, expression: one.expression });
      return { one, planned, result: planned.ok ? planned.value.program.run(scope) : null };
    });
  // The gateway refuses a configuration with a rule that is no CEL.
  if (others.some(({ planned }) => !planned.ok)) return ok(null);
  const allowing = others.filter(({ one, result }) => one.kind === 'allow' && result === true);
  if (allowing.length > 0) return ok({ kind: 'allowed', by: allowing.map(({ one }) => one.title) });

  const deciding = others.filter(({ one }) => one.kind !== 'allow');
  const { yields: _, ...asserted } = rule;
  const whole: Rule = {
    ...asserted,
    expression: together(
      rule.expression,
      deciding.map(({ one }) => one),
    ),
  };
  const found = await flips(session, whole, turnIndex, decisions, pace);
  if (!found.ok || found.value === null) return found.ok ? ok(null) : found;

  const unknown = [own, ...deciding.map(({ planned }) => planned)].flatMap((planned) =>
    planned.ok
      ? [...walk(planned.value.expr)].flatMap(({ expr }) =>
          expr.kind === 'ident' && scope.get(expr.name) instanceof Unknown ? [expr.name] : [],
        )
      : [],
  );
  const { alternatives, notes, turns, isWhole, parts } = found.value;
  return ok({
    kind: 'changes',
    turns,
    isWhole,
    parts,
    alternatives: alternatives.map((one) => ({
      ...one,
      values: one.values.map((value) => inRule(value, rule.expression)),
    })),
    notes: [
      ...notes,
      ...[...new Set(unknown)].map((name) => `\`${name}\` is not known, so that not every change of it was tried.`),
      ...(deciding.some(({ result }) => result instanceof CelError)
        ? ['A `deny` or `require` rule fails here: only changes with which it has a value were tried.']
        : []),
      ...(others.some(({ one, result }) => one.kind === 'allow' && result instanceof Unknown)
        ? ['Whether another `allow` rule is true here is not known: the call may be allowed already.']
        : []),
    ],
  });
}

/** True where the gateway allows a call because this rule does. A comment at the end of an expression ends with its line. */
const together = (expression: string, deciding: readonly PolicyRule[]): string =>
  [`(${expression}\n)`, ...deciding.map((one) => `${one.kind === 'deny' ? '!' : ''}(${one.expression}\n)`)].join(
    ' && ',
  );

/** Its place in the rule; a part of another rule has none. */
function inRule(value: OtherValue, expression: string): OtherValue {
  const [start, end] = [value.start - 1, value.end - 1];
  return end <= expression.length ? { ...value, start, end } : { ...value, start: 0, end: 0 };
}
