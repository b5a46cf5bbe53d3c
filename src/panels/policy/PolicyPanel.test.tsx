import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { SessionContext } from '../../state/useSession.ts';
import type { ViewStore } from '../../state/view.ts';
import { giveDialogs, giveElementsSize, giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { NewTestDialog } from './NewTestDialog.tsx';
import { PolicyPanel } from './PolicyPanel.tsx';

// Monaco cannot run here, so the plain text box is used.
let restore = () => {};
beforeEach(() => {
  giveMedia();
  giveDialogs();
  restore = giveElementsSize({ width: 700, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const text = `name: refund-desk
limits: {max_age: soon}
capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
      - invoke: audit
guardrails:
  after:
    - assert: output ==
      on_fail: continue
`;
const id = 'capabilities.refund.before[0]';

async function shown(more = ''): Promise<ViewStore> {
  const policy = { name: 'refunds.yaml', text: text + more };
  return showPanel(<PolicyPanel />, { text: refundsOf(50, 1200), view: { policy } });
}

const rowOf = async (name: RegExp) => screen.findByRole('row', { name }, patient);
const policyText = (store: ViewStore) => store.getState().policy?.text ?? '';
/** On a busy machine the engine's scripts load slowly. */
const patient = { timeout: 30_000 };
const tab = async (name: RegExp) => userEvent.click(await screen.findByRole('tab', { name }, patient));

test('every rule is listed with its hook, its effect, its expression and its counts in this session', async () => {
  await shown();
  const refund = await rowOf(/refund before 1/);
  expect(within(refund).getByText('Before a tool call')).toBeTruthy();
  expect(within(refund).getByText('input.amount <= 1000')).toBeTruthy();
  expect(within(refund).getByText('block').getAttribute('title')).toBe('by default');
  expect(await within(refund).findByText('fires at 1 of 2 eligible', {}, patient)).toBeTruthy();
  const broken = await rowOf(/guardrail after 1/);
  expect(within(broken).getByText('continue')).toBeTruthy();
  expect(await within(broken).findByText('does not run', {}, patient)).toBeTruthy();
});

test('the rules are followed by what the policy changes in this session', async () => {
  await showPanel(<PolicyPanel />, {
    text: refundsOf(50, 1200),
    view: {
      policy: {
        name: 'agent.yaml',
        text: 'capabilities:\n  refund:\n    before:\n      - assert: input.amount <= 1000\n',
      },
    },
  });
  const changes = await screen.findByRole('list', { name: 'What the policy changes' }, patient);
  expect(changes.textContent).toMatch(/would have gone differently from turn \d+ on/);
  expect(within(changes).getByText('refund: recorded 2 ok; replayed 1 ok, 1 blocked')).toBeTruthy();
});

test('a policy that changes nothing is reported as such', async () => {
  await showPanel(<PolicyPanel />, {
    text: refundsOf(50, 1200),
    view: { policy: { name: 'agent.yaml', text: 'guardrails:\n  before:\n    - assert: size(input) > 0\n' } },
  });
  expect(await screen.findByText('The session would have gone as recorded.', {}, patient)).toBeTruthy();
  expect(screen.getByText('Every function’s counters stay as recorded')).toBeTruthy();
});

test('live sessions can be watched with the policy', async () => {
  const store = await shown();
  const watch = screen.getByRole('button', { name: 'Watch live sessions with this policy' });
  expect(watch.getAttribute('aria-pressed')).toBe('false');
  await userEvent.click(watch);
  expect(watch.getAttribute('aria-pressed')).toBe('true');
  expect(store.getState().isWatching).toBe(true);
});

test('the rule at the cursor is in the editor, and the first line restores the user’s own', async () => {
  const store = await shown();
  await userEvent.click(await rowOf(/refund before 1/));
  expect(store.getState()).toMatchObject({
    policyRule: { id, rule: { expression: 'input.amount <= 1000' } },
  });
  await userEvent.keyboard('{ArrowDown}');
  // An `invoke` evaluates nothing.
  expect(await screen.findByText(/calls the capability/)).toBeTruthy();
  expect(store.getState().policyRule?.id).toBe(id);
  await userEvent.click(await rowOf(/your own rule/));
  expect(store.getState()).toMatchObject({ policyRule: null, ownRule: null });
});

test('typing in the text changes the policy at once, and its rules follow', async () => {
  const store = await shown();
  await tab(/YAML/);
  const box = screen.getByRole('textbox', { name: 'Policy text' });
  fireEvent.change(box, { target: { value: 'guardrails:\n  before:\n    - assert: "true"\n' } });
  expect(policyText(store)).toContain('guardrails:\n  before');
  await tab(/Rules/);
  expect(await rowOf(/guardrail before 1/)).toBeTruthy();
  expect(screen.queryByText('refund before 1')).toBeNull();
});

test('before a session is open the rules can be chosen; their counts wait for a session', async () => {
  const panel = (
    <SessionContext value={null}>
      <PolicyPanel />
    </SessionContext>
  );
  const store = await showPanel(panel, { text: refundsOf(50), view: { policy: { name: 'refunds.yaml', text } } });
  await userEvent.click(await rowOf(/refund before 1/));
  expect(store.getState().policyRule?.id).toBe(id);
  expect(screen.queryByText(/eligible/)).toBeNull();
  await tab(/Problems,\s*2/);
  expect(await screen.findByRole('button', { name: /line 2\s*error\s*max_age/ }, patient)).toBeTruthy();
});

test('a problem shows its line and links to it', async () => {
  await shown();
  await tab(/Problems,\s*2/);
  await userEvent.click(await screen.findByRole('button', { name: /line 2\s*error\s*max_age is a duration/ }, patient));
  const box: HTMLTextAreaElement = screen.getByRole('textbox', { name: 'Policy text' });
  await waitFor(() => expect(document.activeElement).toBe(box));
  expect(text.slice(0, box.selectionStart).split('\n')).toHaveLength(2);
});

test('a text that is no manifest is reported', async () => {
  const store = await showPanel(<PolicyPanel />, {
    text: refundsOf(50),
    view: { policy: { name: 'x', text: '- 1\n' } },
  });
  expect((await screen.findByRole('alert')).textContent).toContain('A policy is an agent manifest');
  await userEvent.click(screen.getByRole('button', { name: 'Close the policy' }));
  expect(store.getState().policy).toBeNull();
});

test('tests are run, failing ones show the actual result, and each can be removed', async () => {
  const kept = (name: string, expected: string, turn: number) =>
    `  - name: ${name}\n    rule: ${id}\n    expect: ${expected}\n    turn: ${turn}\n    session: recording\n`;
  const store = await shown(`tests:\n${kept('small', 'pass', 2)}${kept('large', 'pass', 3)}`);
  await tab(/Tests,\s*1 failed of 2/);
  const list = await screen.findByRole('list', { name: 'Tests of the policy' });
  const [small, large] = within(list).getAllByRole('listitem');
  if (small === undefined || large === undefined) throw new Error('two tests are listed');
  expect(within(small).getByText('passed')).toBeTruthy();
  expect(within(large).getByText('failed')).toBeTruthy();
  expect(within(large).getByText('the result was fire')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Remove the test large' }));
  await waitFor(() => expect(policyText(store)).not.toContain('large'), patient);
  expect(await screen.findByRole('tab', { name: /^Tests,\s*1$/ }, patient)).toBeTruthy();
});

test('the turn at the cursor becomes a test of the rule’s current result, or of the opposite', async () => {
  const view = {
    policy: { name: 'refunds.yaml', text },
    policyRule: {
      id,
      rule: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' },
      baseline: null,
    },
    turn: 3,
  } as const;
  const store = await showPanel(
    <>
      <PolicyPanel />
      <NewTestDialog onClose={() => {}} />
    </>,
    { text: refundsOf(50, 1200), view },
  );
  expect(await screen.findByRole('radio', { name: 'should fire, as now' }, patient)).toHaveProperty('checked', true);
  const pass = screen.getByRole('radio', { name: 'should pass' });
  act(() => pass.click());
  fireEvent.click(screen.getByRole('button', { name: 'Add the test' }));
  await waitFor(() => expect(policyText(store)).toContain('name: refund before 1 passes'), patient);
  expect(policyText(store).startsWith(text)).toBe(true);
  await tab(/Tests,\s*1 failed of 1/);
});

test('the turn at the cursor becomes a test of the whole policy if no rule of it is in the editor', async () => {
  const view = { policy: { name: 'refunds.yaml', text }, turn: 3 } as const;
  const store = await showPanel(
    <>
      <PolicyPanel />
      <NewTestDialog onClose={() => {}} />
    </>,
    { text: refundsOf(50, 1200), view },
  );
  expect(await screen.findByRole('radio', { name: 'should block, as now' }, patient)).toHaveProperty('checked', true);
  expect(screen.queryByRole('radio', { name: 'of this rule' })).toBeNull();
  fireEvent.click(screen.getByRole('button', { name: 'Add the test' }));
  await waitFor(() => expect(policyText(store)).toContain('name: the policy blocks'), patient);
  await tab(/Tests,\s*1$/);
});
