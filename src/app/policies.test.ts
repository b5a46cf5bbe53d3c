import { QueryClient } from '@tanstack/react-query';
import { createServer } from 'node:http';
import type { AddressInfo } from 'node:net';
import { afterEach, describe, expect, test } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { closePolicy, reopenPolicy } from '../state/closing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { createViewStore } from '../state/view.ts';
import { refundsOf } from '../panels/testing.tsx';
import { openAddressed } from './openAddressed.ts';
import { openAll, openText } from './opening.ts';
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

const celPolicy = `name: guard
default: allow
rules:
  - description: Large refunds
    condition: tool.name == "refund" && tool.call.params.amount > 1000
    effect: deny
`;
const kubernetes = `kind: AgentgatewayPolicy
spec:
  backend:
    mcp:
      authorization:
        action: Deny
        policy:
          matchExpressions:
          - mcp.tool.name == "refund"
`;
const gateway = 'mcp:\n  policies:\n    mcpAuthorization:\n      rules:\n      - mcp.tool.name == "refund"\n';

describe('a policy of another host', () => {
  const files = [
    ['guard.celpolicy', celPolicy, 'rules[0].condition', 'deny'],
    ['policy.yaml', kubernetes, 'spec.backend.mcp.authorization.policy.matchExpressions[0]', 'deny'],
    // As a browser saves it, without an ending that says YAML.
    ['gateway.txt', gateway, 'mcp.policies.mcpAuthorization.rules[0]', 'allow'],
  ] as const;

  test.each(files)('%s becomes the policy when its file is dropped or chosen', async (name, text, id, yields) => {
    const { deps, now, message } = start();
    // Beside a recording, in either order.
    const recording = new File([refundsOf(50, 1200)], 'chat.json');
    await openAll(deps, [recording, new File([text], name)]);
    expect(now()).toMatchObject({ policy: { name, text }, policyRule: { id, rule: { yields, ofPolicy: true } } });
    expect(now().sources).toHaveLength(1);
    expect(message()?.text).toBe('Policy' + (name === 'guard.celpolicy' ? ' of guard' : '') + ': 1 rule, no problems.');
    now().actions.closePolicy();
    await openAll(deps, [new File([text], name), recording]);
    expect(now()).toMatchObject({ policy: { name, text } });
    expect(now().sources).toHaveLength(2);
  });

  test('becomes the policy when the page’s address names it, as the command open does', async () => {
    const served = createServer((request, response) => {
      const file = files.find(([name]) => request.url?.endsWith(`/${name}`));
      response.end(file?.[1] ?? refundsOf(50, 1200));
    });
    await new Promise<void>((resolve) => served.listen(0, '127.0.0.1', resolve));
    endings.push(() => served.close());
    const href = `http://127.0.0.1:${(served.address() as AddressInfo).port}/`; // it listens at a port
    for (const [at, [name, text]] of files.entries()) {
      const { deps, now } = start();
      const recordings = [`/opened/${at}/${name}`, '/opened/9/chat.json'].map((address, index) => ({
        address,
        source: `src${index}`,
      }));
      await openAddressed(deps, { recordings, packed: { session: null, policy: null }, href });
      expect(now()).toMatchObject({ policy: { name, text } });
      expect(now().sources.map(({ opened }) => opened.source)).toEqual(['src1']);
    }
  });
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
  // Cancelled: the policy was made for the test alone.
  notices.getState().actions.closeDialog();
  expect(now()).toMatchObject({ policy: null, ownRule: { expression: 'input.amount < 9' } });
  await askForTest(context);
  now().actions.editPolicy(`${now().policy?.text}tests: []\n`);
  notices.getState().actions.closeDialog();
  expect(now().policy?.text).toContain('tests');
});
