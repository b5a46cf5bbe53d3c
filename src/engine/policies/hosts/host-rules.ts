import type { Decisions } from '../../model/decisions.ts';
import type { Turn, TurnIndex } from '../../model/history.ts';
import { hooks, type HookId } from '../../model/hooks.ts';
import type { Policy, PolicyRule } from '../policy.ts';
import type { Computed, Decided } from '../replayed-turn.ts';
import type { StepExpressions } from '../step-expressions.ts';
import { decideMatches } from './ai-decision.ts';
import { atGateway } from './gateway-decision.ts';

/** The rules of another host's policy. They all have one hook. */
export class HostRules {
  readonly hook: HookId;
  readonly expressions: StepExpressions;
  readonly #policy: Policy;
  readonly #decisions: Decisions;

  constructor(policy: Policy, decisions: Decisions, expressionsAt: (hook: HookId) => StepExpressions) {
    this.#policy = policy;
    this.#decisions = decisions;
    this.hook = policy.hook ?? 'turn';
    this.expressions = expressionsAt(this.hook);
  }

  runsAt(turn: Turn): boolean {
    const { rules, matches } = this.#policy;
    const decides = rules.length > 0 || (matches?.matches.length ?? 0) > 0;
    return decides && turn.kind !== 'snapshot' && hooks[this.hook].eligible(turn);
  }

  at(turn: TurnIndex): Decided {
    this.expressions.moveTo(turn);
    const { rules, matches } = this.#policy;
    const compute = (rule: PolicyRule) => this.#compute(rule);
    if (matches !== undefined) return decideMatches(matches, compute, this.#decisions);
    return atGateway(rules.map((rule) => ({ rule, ...compute(rule) })));
  }

  #compute({ expression, variables }: PolicyRule): Computed {
    const evaluated = this.expressions.evaluate(expression, { input: null, output: undefined }, variables);
    if (!('fault' in evaluated)) return { value: { is: evaluated.value }, message: null };
    return { value: evaluated.fault === 'unknown_value' ? 'unknown' : 'error', message: evaluated.message };
  }
}
