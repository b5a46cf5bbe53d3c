import type { Pace } from '../../base/pace.ts';
import type { Decisions } from '../model/decisions.ts';
import type { Problem } from '../model/problem.ts';
import { type PolicyOutcome, policyOutcomes, type VerdictKind, verdictCodes } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { decisionsOf } from '../rules/decisions.ts';
import { planRule } from '../rules/plan-rule.ts';
import type { MatchList, Policy, PolicyRule } from './policy.ts';
import { replay } from './replay.ts';
import { ruleOf } from './rule-of.ts';

/** What a policy decides at each turn of a session, as `verdictCodes`: it fires where it blocks. */
export interface DecidedOver {
  readonly codes: Uint8Array;
  /** Set when a rule of it is no CEL: no turn was judged. */
  readonly problem: Problem | null;
}

/** Judges all rules of another host's policy together. `chosen` are the user's decisions, which override the recording's. */
export async function decidedOver(
  session: OpenSession,
  policy: Policy,
  chosen: Partial<Decisions>,
  pace: Pace,
): Promise<DecidedOver> {
  const { turns, functions } = session.history;
  for (const rule of policy.rules) {
    const planned = planRule(session, ruleOf(policy, rule, functions));
    if (planned.ok) continue;
    const message = `${rule.title}: ${planned.problem.message}`;
    return { codes: new Uint8Array(turns.length), problem: { code: planned.problem.code, message } };
  }
  const { replay: replayed } = await replay(session, policy, decisionsOf(session, chosen), pace);
  return { codes: replayed.codes.map((code) => verdictCodes[verdicts[policyOutcomes[code] ?? 'none']]), problem: null };
}

/** The policy with another form of one of its rules, wherever it is used. */
export function withRule(policy: Policy, rule: PolicyRule): Policy {
  const swapped = (one: PolicyRule) => (one.id === rule.id ? rule : one);
  const swappedIn = ({ every, matches }: MatchList): MatchList => ({
    every,
    matches: matches.map(({ condition, result }) => ({
      condition: condition && swapped(condition),
      result: 'matches' in result ? swappedIn(result) : 'id' in result ? swapped(result) : result,
    })),
  });
  const { rules, matches } = policy;
  return { ...policy, rules: rules.map(swapped), ...(matches !== undefined && { matches: swappedIn(matches) }) };
}

const verdicts: { readonly [O in PolicyOutcome]: VerdictKind } = {
  none: 'n/a',
  pass: 'pass',
  continued: 'pass',
  unknown: 'unknown',
  block: 'fire',
  lock: 'fire',
};
