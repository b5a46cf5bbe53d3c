import type { GateDecision } from '../../engine/model/gate-decision.ts';
import type { HookId } from '../../engine/model/hooks.ts';
import type { VerdictKind } from '../../engine/model/verdict.ts';
import type { PolicyRuleOutline, ReplayedTurnDetail } from '../../worker/policy-protocol.ts';

/** What a rule or a policy would decide now. */
export type Judgement = 'pass' | 'deny' | 'ask';

const hooks: { readonly [A in GateDecision['about']]: readonly HookId[] } = {
  prompt: ['guardrail.before', 'cel-ai.input'],
  call: ['middleware.before', 'cel-ai.tool-call.before', 'agentgateway.tool-call.before'],
  result: ['middleware.after', 'cel-ai.tool-call.after', 'agentgateway.tool-call.after'],
  answer: ['guardrail.after', 'cel-ai.output'],
};

/** Null where the rule decides nothing there: it is about something else, or cannot tell. */
export function decisionOfRule(about: GateDecision['about'], hook: HookId, verdict: VerdictKind): Judgement | null {
  if (!hooks[about].includes(hook)) return null;
  if (verdict === 'pass') return 'pass';
  return verdict === 'fire' ? 'deny' : null;
}

/** Null where it cannot tell. A call and its result are decided one after the other, each by steps of its own. */
export function decisionOfPolicy(
  about: GateDecision['about'],
  { outcome, steps }: Pick<ReplayedTurnDetail, 'outcome' | 'steps'>,
  rules: readonly Pick<PolicyRuleOutline, 'id' | 'hook'>[],
): Judgement | null {
  const isOfResult = new Map(rules.map(({ id, hook }) => [id, hooks.result.includes(hook)]));
  const own = steps.filter(({ id }) => (isOfResult.get(id) ?? false) === (about === 'result'));
  if ((outcome === 'block' || outcome === 'lock') && own.some((step) => step.outcome === 'failed')) return 'deny';
  if (own.some(({ asks, message }) => asks === true || message?.includes('review()') === true)) return 'ask';
  return own.some((step) => step.outcome === 'unknown') ? null : 'pass';
}

/** After a decision that could not be made, the agent continued. */
export const differs = ({ decision }: GateDecision, now: Judgement): boolean =>
  now !== (decision === 'unjudged' ? 'pass' : decision);
