import { expect, it } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { openSessionOf } from '../rules/testing.ts';
import { systemOf } from '../systems/systems.ts';
import { testCoverage } from './test-coverage.ts';
import { TestedSessions } from './tested-sessions.ts';
import { policyOf } from './testing.ts';

const session = openSessionOf('refund({"amount": 40}) -> {}\nrefund({"amount": 2000}) -> {}');
const manifest = `capabilities:
  refund:
    before:
      - assert: input.amount < 1000
      - assert: input.amount > 10 && input.amount < 50
tests:
`;
const [first, second] = ['capabilities.refund.before[0]', 'capabilities.refund.before[1]'];

const triedBy = (id: string, tests: string) => {
  const policy = policyOf(manifest + tests);
  const { expression } = policy.rules.find((rule) => rule.id === id) ?? { expression: '' };
  return testCoverage(policy, id, expression, new TestedSessions(systemOf), () => session, unhurried);
};

it('tests of the whole policy cover each rule that is reached at their turn', async () => {
  const tests = [0, 1].map((turn) => `  - { expect: pass, turn: ${turn}, session: any }\n`).join('');
  expect(await triedBy(first, tests)).toMatchObject({ turns: 2, parts: [{ counts: { true: 1, false: 1 } }] });
  // At the second turn the first step has ended the list.
  expect(await triedBy(second, tests)).toMatchObject({ turns: 1 });
  const own = `  - { expect: pass, turn: 1, session: any, rule: "${second}" }\n`;
  expect(await triedBy(second, tests + own)).toMatchObject({ turns: 2 });
  expect(await triedBy(first, own)).toBeNull();
});
