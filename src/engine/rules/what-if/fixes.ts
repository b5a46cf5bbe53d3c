import type { Pace } from '../../../base/pace.ts';
import { ok, type Result } from '../../../base/result.ts';
import { CelError } from '../../cel/index.ts';
import { failedPart, proposeFixes, type Proposal } from '../../cel/fixes/index.ts';
import type { Decisions } from '../../model/decisions.ts';
import type { TurnIndex } from '../../model/history.ts';
import { hookIds, canFire, hooks, type HookId } from '../../model/hooks.ts';
import type { Problem } from '../../model/problem.ts';
import { verdictKinds } from '../../model/verdict.ts';
import type { OpenSession } from '../../opening/open-session.ts';
import { scopeAt } from '../hook-scope.ts';
import { planRule } from '../plan-rule.ts';
import type { Rule } from '../rule.ts';
import { sweep } from '../sweep.ts';
import { verdictAt } from '../verdict-at.ts';
import type { Fixes, OtherRule } from './what-if.ts';

const maxFixes = 3;

/**
 * Proposed changes to a failing rule: at most three, the likeliest first. Each has been evaluated: none of them fails at
 * this turn. Null where the rule does not fail at the turn.
 */
export async function fixes(
  session: OpenSession,
  rule: Rule,
  turn: TurnIndex,
  decisions: Decisions,
  pace: Pace,
): Promise<Result<Fixes | null, Problem>> {
  const planned = planRule(session, rule);
  if (!planned.ok) return planned;
  const here = verdictAt(session, rule, turn, decisions);
  if (!(here.result instanceof CelError)) return ok(null);
  const { expr, program } = planned.value;
  const scope = scopeAt(session, rule.hook, decisions).moveTo(turn);
  const trace = program.trace(scope);
  const error = trace.result;
  // A failed condition is not a part of the expression.
  if (!(error instanceof CelError)) return ok(null);

  const failing = { count: 0, first: turn };
  const now = await sweep(session, rule, decisions, pace, (at, _verdict, result) => {
    if (!(result instanceof CelError) || result.nodeId !== error.nodeId || result.code !== error.code) return;
    if (failing.count === 0) failing.first = at;
    failing.count++;
  });
  const { variables, aliases } = hooks[rule.hook];
  const proposals = proposeFixes({
    text: rule.expression,
    expr,
    trace,
    library: planned.value.library,
    variables: [...variables, ...Object.keys(aliases), session.system.root],
    expectsBoolean: rule.yields !== 'value' && rule.yields !== 'output' && canFire(rule.hook),
  });
  const candidates = [...elsewhere(rule, error), ...proposals.map((proposal) => rewritten(rule, proposal))];
  const alternatives: OtherRule[] = [];
  for (const { title, rule: changed } of candidates) {
    if (alternatives.length === maxFixes) break;
    const { verdict } = verdictAt(session, changed, turn, decisions);
    if (verdict === 'error' || (verdict === 'n/a' && changed.hook === rule.hook)) continue;
    const then = await sweep(session, changed, decisions, pace);
    if (then.problem !== null) continue;
    alternatives.push({ kind: 'rule', title, rule: changed, verdict, moves: movesOf(now.codes, then.codes) });
  }
  const { start, end } = (failedPart(expr, error) ?? expr).range;
  const part = { start, end, text: rule.expression.slice(start, end), failing: failing.count, first: failing.first };
  return ok({ turns: now.counts.eligible, isWhole: true, alternatives, parts: [part], notes: [] });
}

const rewritten = (rule: Rule, { title, expression }: Proposal) => ({ title, rule: { ...rule, expression } });

/** A variable that this hook lacks and another hook of its kind has. */
function elsewhere(rule: Rule, error: CelError): readonly { readonly title: string; readonly rule: Rule }[] {
  if (error.code !== 'undeclared_reference') return [];
  const name = /^undeclared reference: (\w+)/.exec(error.message)?.[1] ?? '';
  const kin = hookIds.filter((id) => isKin(id, rule.hook) && hasVariable(id, name));
  return kin.map((hook) => ({ title: `move the rule to \`${hook}\`, which has \`${name}\``, rule: { ...rule, hook } }));
}

/** Hooks that belong to the same middleware or guardrail, or to the same environment. */
const isKin = (id: HookId, hook: HookId) => id !== hook && id.split('.')[0] === hook.split('.')[0];

const hasVariable = (id: HookId, name: string) =>
  hooks[id].variables.some((variable) => variable === name) || Object.hasOwn(hooks[id].aliases, name);

function movesOf(before: Uint8Array, after: Uint8Array): OtherRule['moves'] {
  const counts = new Map<number, number>();
  for (const [turn, code] of before.entries()) {
    const then = after[turn] ?? 0;
    const key = code * verdictKinds.length + then;
    if (then !== code) counts.set(key, (counts.get(key) ?? 0) + 1);
  }
  return [...counts]
    .map(([key, count]) => ({
      from: verdictKinds[Math.floor(key / verdictKinds.length)] ?? 'n/a',
      to: verdictKinds[key % verdictKinds.length] ?? 'n/a',
      count,
    }))
    .toSorted((a, b) => b.count - a.count);
}
