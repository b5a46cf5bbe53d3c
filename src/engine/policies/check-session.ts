import type { Pace } from '../../base/pace.ts';
import type { Added } from '../model/decisions.ts';
import type { Problem } from '../model/problem.ts';
import type { VerdictCounts } from '../model/verdict.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { sweep } from '../rules/sweep.ts';
import { decisionsUnder } from './declared.ts';
import type { Policy } from './policy.ts';
import { type Replay, replay } from './replay.ts';
import { ruleOf } from './rule-of.ts';

/** The results of a policy on one session, rule by rule and as a whole. */
export interface SessionCheck {
  readonly rules: readonly { readonly id: string; readonly counts: VerdictCounts; readonly problem: Problem | null }[];
  readonly replay: Replay;
}

export async function checkSession(
  session: OpenSession,
  policy: Policy,
  pace: Pace,
  added: Added = {},
): Promise<SessionCheck> {
  const decisions = decisionsUnder(policy, session, added);
  const rules = [];
  for (const rule of policy.rules) {
    if (rule.kind === 'invoke') continue;
    const judged = ruleOf(policy, rule, session.history.functions);
    const { counts, problem } = await sweep(session, judged, decisions, pace);
    rules.push({ id: rule.id, counts, problem });
  }
  return { rules, replay: (await replay(session, policy, decisions, pace)).replay };
}
