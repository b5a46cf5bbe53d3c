import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { closePolicy, reopenPolicy } from '../state/closing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import { refundsOf } from '../panels/testing.tsx';
import { openText } from './opening.ts';
import { askForTest, newPolicy, nextRule, openPolicy } from './policies.ts';

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

/** The state before any session is open. */
function start() {
  const engine = inProcessEngine();
  const queries = new QueryClient();
  const [view, notices] = [createViewStore(), createNoticeStore()];
  endings.push(() => {
    queries.clear();
    engine.dispose();
  });
  const deps = { engine: engine.client, queries, view, notices, keeping: keepingInMemory(), session: null };
  return { deps, now: view.getState, message: () => notices.getState().message, notices };
}

test('a manifest becomes the policy before any session is open: its rules can be chosen, its tests wait for turns', async () => {
  const { deps, now, message } = start();
  await openPolicy(deps, text, 'refunds.yaml');
  expect(message()?.text).toMatch(/^Policy of refund-desk: 3 rules, no problems\. Its rules are judged once/);
  expect(now()).toMatchObject({ policy: { text }, policyRule: { id: 'guardrails.before[1]' } });
  await nextRule(deps, 1);
  expect(now()).toMatchObject({ policyRule: { id: 'capabilities.refund.before[0]', rule: { functions: [] } } });
  await askForTest(deps);
  expect(message()?.text).toContain('No session is open');
});

test('a policy is read for the session opened last, even if the page still shows another', async () => {
  const { deps, message } = start();
  await openText(deps, refundsOf(1), 'chat.json');
  await openPolicy(deps, text, 'refunds.yaml');
  expect(message()?.text).toBe('Policy of refund-desk: 3 rules, no problems.');
});

test('a text that is no manifest is rejected, and the policy stays', async () => {
  const { deps, now, notices } = start();
  await openPolicy(deps, text, 'refunds.yaml');
  await openPolicy(deps, '- 1\n', 'list.yaml');
  expect(notices.getState().refused?.problem.code).toBe('policy/no-manifest');
  expect(now().policy?.name).toBe('refunds.yaml');
});

test('a replaced or closed policy can be reopened with its edits', async () => {
  const { deps, now, message, notices } = start();
  await openPolicy(deps, text, 'refunds.yaml');
  expect(message()).toMatchObject({ reopen: false });
  now().actions.editPolicy(text.replace('1000', '10'));
  await openPolicy(deps, 'prompt: "{context.agent.name}"\n', 'other.yaml');
  expect(message()).toMatchObject({ reopen: true, fades: false });
  expect(message()?.text).toContain('It replaces refunds.yaml.');
  reopenPolicy(deps.view, notices);
  expect(now().policy?.text).toBe(text.replace('1000', '10'));
  expect(message()?.text).toBe('refunds.yaml is open again. It replaced other.yaml.');
  closePolicy(deps.view, notices);
  expect(message()).toMatchObject({ text: 'refunds.yaml is closed.', reopen: true, fades: false });
  reopenPolicy(deps.view, notices);
  expect(now()).toMatchObject({ policy: { name: 'refunds.yaml' }, policyRule: { id: 'guardrails.before[1]' } });
});

test('without a manifest, a test or a visit of the policy makes one from the rule in the editor', async () => {
  const { deps, now, message, notices } = start();
  const { source } = await deps.engine.open({ text: refundsOf(5, 10), name: 'chat.json' });
  const outline = await deps.engine.openSession({ source, entry: 0 });
  const context = { ...deps, session: { outline, starter: null, firstHit: null } };
  await askForTest(context);
  expect(now().policy).toBeNull();
  expect(message()).toMatchObject({ tone: 'failure', text: expect.stringContaining('Write an expression first') });
  now().actions.setRule({ expression: 'size(input) > 0', hook: 'turn', match: null });
  expect(await newPolicy(context)).toBe(false);
  expect(message()?.text).toContain('this one is at the hook turn');
  now().actions.setRule({ expression: 'input.amount < 9', hook: 'middleware.before', match: 'refund' });
  await askForTest(context);
  expect(notices.getState().dialog).toBe('new-test');
  expect(now()).toMatchObject({
    policy: {
      name: 'policy.yaml',
      text: 'capabilities:\n  refund:\n    before:\n      - assert: input.amount < 9\n',
    },
    policyRule: { id: 'capabilities.refund.before[0]', rule: { match: 'refund', ofPolicy: true } },
  });
});
