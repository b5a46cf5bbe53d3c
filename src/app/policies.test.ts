import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { closePolicy, reopenPolicy } from '../state/closePolicy.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import { refundsOf } from '../panels/testing.tsx';
import { openText } from './opening.ts';
import { askForTest, nextRule, openPolicy } from './policies.ts';

const text = `name: refund-desk
guardrails:
  before:
    - transform: input
    - assert: size(input.message) > 0
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
`;

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

/** What there is before any session is open. */
function start() {
  const engine = inProcessEngine();
  const queries = new QueryClient();
  const [view, notices] = [createViewStore(), createNoticeStore()];
  endings.push(() => {
    queries.clear();
    engine.dispose();
  });
  const deps = { engine: engine.client, queries, view, notices, session: null };
  return { deps, now: view.getState, message: () => notices.getState().message, notices };
}

test('before any session a manifest is the policy at once: its rules are walked through, and tests wait for turns', async () => {
  const { deps, now, message } = start();
  await openPolicy(deps, text, 'refunds.yaml');
  expect(message()?.text).toMatch(/^Policy of refund-desk: 3 rules, nothing wrong in it\. It is judged once/);
  expect(now()).toMatchObject({ policy: { text }, policyRule: 'guardrails.before[1]' });
  await nextRule(deps, 1);
  expect(now()).toMatchObject({ policyRule: 'capabilities.refund.before[0]', rule: { functions: [] } });
  askForTest(deps);
  expect(message()?.text).toContain('No session is open');
});

test('it is read for the session that was opened last, though the screen may still show another', async () => {
  const { deps, message } = start();
  await openText(deps, refundsOf(1), 'chat.json');
  await openPolicy(deps, text, 'refunds.yaml');
  expect(message()?.text).toBe('Policy of refund-desk: 3 rules, nothing wrong in it.');
});

test('a text that is no manifest is refused, and the policy stays', async () => {
  const { deps, now, notices } = start();
  await openPolicy(deps, text, 'refunds.yaml');
  await openPolicy(deps, '- 1\n', 'list.yaml');
  expect(notices.getState().refused?.problem.code).toBe('policy/no-manifest');
  expect(now().policy?.name).toBe('refunds.yaml');
});

test('a policy that another takes the place of, or that is closed, is offered back, with its edits', async () => {
  const { deps, now, message, notices } = start();
  await openPolicy(deps, text, 'refunds.yaml');
  expect(message()).toMatchObject({ reopen: false });
  now().actions.editPolicy(text.replace('1000', '10'));
  await openPolicy(deps, 'prompt: "{context.agent.name}"\n', 'other.yaml');
  expect(message()).toMatchObject({ reopen: true, fades: false });
  expect(message()?.text).toContain('It takes the place of refunds.yaml.');
  reopenPolicy(deps.view, notices);
  expect(now().policy?.text).toBe(text.replace('1000', '10'));
  expect(message()?.text).toBe('refunds.yaml is back, in the place of other.yaml.');
  closePolicy(deps.view, notices);
  expect(message()).toMatchObject({ text: 'refunds.yaml is closed.', reopen: true, fades: false });
  reopenPolicy(deps.view, notices);
  expect(now()).toMatchObject({ policy: { name: 'refunds.yaml' }, policyRule: 'guardrails.before[1]' });
});
