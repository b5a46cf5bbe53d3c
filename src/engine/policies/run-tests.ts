import { type Pace, Stopped } from '../../base/pace.ts';
import type { Added } from '../model/decisions.ts';
import type { OpenSession } from '../opening/open-session.ts';
import { verdictAt } from '../rules/verdict-at.ts';
import { decisionsUnder } from './declared.ts';
import type { Policy } from './policy.ts';
import { type PolicyTest, testsOf } from './policy-test.ts';
import { replay } from './replay.ts';
import { ruleOf } from './rule-of.ts';
import type { NamedSessions, TestedSessions } from './tested-sessions.ts';

export interface TestResult {
  readonly test: PolicyTest;
  readonly passed: boolean;
  /** The outcome; null when the test could not be run. */
  readonly got: string | null;
  /** The reason why it could not be run, or the error during the run. */
  readonly message: string | null;
}

/** The results of the tests in a policy, in order. Between two tests *stop* is received. */
export async function runTests(
  policy: Policy,
  sessions: TestedSessions,
  named: NamedSessions,
  pace: Pace,
  added: Added = {},
): Promise<readonly TestResult[]> {
  const { tests } = testsOf(policy);
  sessions.keepOnly(tests);
  const results: TestResult[] = [];
  for (const test of tests) {
    results.push(await runTest(policy, test, sessions, named, pace, added));
    pace.progress?.(results.length / tests.length);
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
  }
  return results;
}

async function runTest(
  policy: Policy,
  test: PolicyTest,
  sessions: TestedSessions,
  named: NamedSessions,
  pace: Pace,
  added: Added,
): Promise<TestResult> {
  const session = await sessions.of(test, named);
  if (!session.ok) return { test, passed: false, got: null, message: session.problem.message };
  if (session.value.history.turns[test.turn] === undefined) {
    const count = session.value.history.turns.length;
    return {
      test,
      passed: false,
      got: null,
      message: `There is no turn ${test.turn}: this session has ${count}, counted from 0.`,
    };
  }
  const { got, message } = await outcomeOf(policy, test, session.value, pace, added);
  return { test, passed: got === test.expect, got, message };
}

async function outcomeOf(
  policy: Policy,
  { rule: id, turn }: PolicyTest,
  session: OpenSession,
  pace: Pace,
  added: Added,
) {
  const decisions = decisionsUnder(policy, session, added);
  const rule = policy.rules.find((one) => one.id === id);
  if (rule !== undefined) {
    const { verdict, message } = verdictAt(session, ruleOf(policy, rule, session.history.functions), turn, decisions);
    return { got: verdict, message };
  }
  const { outcome, error } = (await replay(session, policy, decisions, pace, turn + 1)).turnAt(turn);
  return { got: outcome, message: error };
}
