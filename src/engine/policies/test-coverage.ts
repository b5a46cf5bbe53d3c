import { type Pace, Stopped } from '../../base/pace.ts';
import type { Decisions, GivenTexts } from '../model/decisions.ts';
import type { TurnIndex } from '../model/history.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { coverage, summed } from '../rules/what-if/coverage.ts';
import type { Coverage } from '../rules/what-if/what-if.ts';
import { decisionsUnder } from './declared.ts';
import type { Policy, PolicyRule } from './policy.ts';
import { testsOf } from './policy-test.ts';
import { replay } from './replay.ts';
import { ruleOf } from './rule-of.ts';
import type { NamedSessions, TestedSessions } from './tested-sessions.ts';

/**
 * The evaluations of one rule by the tests, each at its turn: those of the rule itself, and those of the whole policy
 * whose turn reaches the rule. The expression may be the draft's instead of the policy's. Tests that cannot be run are
 * skipped; null when there is none that can.
 */
export async function testCoverage(
  policy: Policy,
  id: string,
  expression: string,
  sessions: TestedSessions,
  named: NamedSessions,
  pace: Pace,
  given: GivenTexts = {},
): Promise<Coverage | null> {
  const rule = policy.rules.find((one) => one.id === id);
  if (rule === undefined) return null;
  const all: Coverage[] = [];
  for (const test of testsOf(policy).tests) {
    if (test.rule !== id && test.rule !== null) continue;
    const session = await sessions.of(test, named);
    if (!session.ok) continue;
    const decisions = decisionsUnder(policy, session.value, given);
    if (test.rule === null && !(await isReached(policy, rule, test.turn, session.value, decisions, pace))) continue;
    const judged = { ...ruleOf(policy, rule, session.value.history.functions), expression };
    const covered = await coverage(session.value, judged, decisions, pace, [test.turn]);
    if (covered.ok) all.push(covered.value);
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  return summed(all);
}

/** Whether the rule's step runs at the turn: an earlier step may already have ended the list. */
async function isReached(
  policy: Policy,
  { id }: PolicyRule,
  turn: TurnIndex,
  session: OpenSession,
  decisions: Decisions,
  pace: Pace,
): Promise<boolean> {
  const { turnAt } = await replay(session, policy, decisions, pace, turn + 1);
  return turnAt(turn).steps.some((step) => step.id === id && step.outcome !== 'not-reached');
}
