import type { Pace } from '../../base/pace.ts';
import type { SystemId } from '../model/session.ts';
import type { OpenSession } from '../open-text.ts';
import { type Coverage, coverage, summed } from '../rules/coverage.ts';
import { decisionsOf } from '../rules/decisions.ts';
import type { System } from '../systems/system.ts';
import { testedSession } from './check-policy.ts';
import type { Policy } from './policy.ts';
import { testsOf } from './policy-test.ts';
import { ruleOf } from './rule-of.ts';

/**
 * What the tests of one rule try of it, each at its turn. The expression may be another than the policy's text has: the
 * draft's. Tests that cannot be run try nothing; null where there is none that can.
 */
export async function testCoverage(
  policy: Policy,
  id: string,
  expression: string,
  named: (name: string) => OpenSession | undefined,
  systemOf: (id: SystemId) => System,
  pace: Pace,
): Promise<Coverage | null> {
  const rule = policy.rules.find((one) => one.id === id);
  if (rule === undefined) return null;
  const all: Coverage[] = [];
  for (const test of testsOf(policy).tests) {
    if (test.rule !== id) continue;
    const session = await testedSession(test, named, systemOf);
    if (!session.ok) continue;
    const judged = { ...ruleOf(policy, rule, session.value.history.functions), expression };
    const covered = await coverage(session.value, judged, decisionsOf(session.value), pace, [test.turn]);
    if (covered.ok) all.push(covered.value);
  }
  return summed(all);
}
