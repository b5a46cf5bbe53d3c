import { act, fireEvent, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import type { Rule } from '../../worker/protocol.ts';
import { giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showGrowing, showPanel } from '../testing.tsx';
import { RulePanel } from './RulePanel.tsx';

// Monaco cannot run here, so these tests also show that the plain text box works without it.
beforeAll(giveMedia);
afterEach(endPanels);

const rule: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' };
const text = refundsOf(50, 1200);

const box = () => screen.findByRole('textbox', { name: 'Rule expression' });

test('every letter reaches the rule at once', async () => {
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: rule } });
  await userEvent.type(await box(), ' && true');
  expect(store.getState().ownRule?.expression).toBe('input.amount <= 1000 && true');
});

test('another hook is chosen by its title, and is offered with its explanation', async () => {
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: rule } });
  const hook = screen.getByRole('combobox', { name: 'Hook' });
  expect(
    within(hook).getByRole('option', {
      name: /^Before an input \(guardrail\.before\) – before an input reaches the agent$/,
    }),
  ).toBeTruthy();
  await userEvent.selectOptions(hook, 'guardrail.before');
  expect(store.getState().ownRule).toEqual({ ...rule, hook: 'guardrail.before', match: null });
});

test('at a capability hook, the rule covers one capability or all', async () => {
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: rule } });
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), '');
  expect(store.getState().ownRule?.match).toBeNull();
});

test('the status counts the verdicts with their denominator and compares them with the baseline', async () => {
  const store = await showPanel(<RulePanel />, { text: refundsOf(50, 1200, 70, 900), view: { ownRule: rule } });
  const status = screen.getByRole('status', { name: 'Verdicts' });
  await waitFor(() => expect(status.textContent).toContain('Blocks 1 of 4 refund calls'));
  act(() => {
    store.getState().actions.setBaseline(rule);
    store.getState().actions.setRule({ ...rule, expression: 'input.amount <= 800' });
  });
  await waitFor(() => expect(status.textContent).toContain('Blocks 2 of 4 refund calls, 1 more than the baseline'));
  act(() => store.getState().actions.setRule({ ...rule, expression: 'input.amount <=' }));
  await waitFor(() => expect(status.textContent).toBe(''));
});

test('a draft at another kind of place is not compared by number: the sentence says what the baseline does', async () => {
  const expression = 'context.capabilities._meta.count < 1';
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: { ...rule, expression } } });
  act(() => {
    store.getState().actions.setBaseline({ ...rule, expression });
    store.getState().actions.setRule({ expression, hook: 'prompt', match: null });
  });
  const status = screen.getByRole('status', { name: 'Verdicts' });
  await waitFor(() =>
    expect(status.textContent).toContain('Has a value at 2 of 2 model calls (baseline: blocks 1 of 2 refund calls)'),
  );
});

test('the status counts the errors of a rule that uses a name which its place does not have', async () => {
  await showPanel(<RulePanel />, {
    text,
    view: { ownRule: { expression: 'context.llm.tokens.total', hook: 'script', match: null } },
  });
  const status = screen.getByRole('status', { name: 'Verdicts' });
  await waitFor(() => expect(status.textContent).toContain('Has a value at none of 2 model calls · 2 errors'));
  expect(await screen.findByText(/does not exist at script/)).toBeTruthy();
});

test('the counts of a session are not shown for the next one', async () => {
  const setting = { text: refundsOf(50, 1200, 70, 900), beside: refundsOf(50, 70), view: { ownRule: rule } };
  const shown = await showGrowing(<RulePanel />, setting);
  const status = screen.getByRole('status', { name: 'Verdicts' });
  await waitFor(() => expect(status.textContent).toContain('Blocks 1 of 4'));
  const other = await shown.engine.openSession({ source: 's2', entry: 0 });
  act(() => shown.grow(other));
  expect(status.textContent).not.toContain('Blocks');
  await waitFor(() => expect(status.textContent).toContain('Blocks none of 2'));
});

test('a problem of the rule is shown below the editor and announced', async () => {
  await showPanel(<RulePanel />, { text, view: { ownRule: { ...rule, expression: 'output.total > 3' } } });
  const problems = screen.getByRole('status', { name: 'Problems' });
  await waitFor(() => expect(problems.textContent).toContain('output'));
});

test('the fix of a problem is a button for mouse and keyboard, and the focus returns to the editor', async () => {
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: { ...rule, expression: '"a" =~ "b"' } } });
  const fix = await screen.findByRole('button', { name: /matches/ });
  fix.focus();
  await userEvent.keyboard('{Enter}');
  expect(store.getState().ownRule?.expression).toBe('"a".matches("b")');
  expect(document.activeElement).toBe(await box());
  await waitFor(() => expect(screen.queryByRole('button', { name: /matches/ })).toBeNull());
});

test('a rule that is written for another environment is moved there by one click, and is judged there', async () => {
  const ownRule: Rule = { ...rule, expression: 'tool.call.params.amount <= 1000', match: null };
  const store = await showPanel(<RulePanel />, { text, view: { ownRule } });
  await userEvent.click(await screen.findByRole('button', { name: 'Judge it at cel-ai.tool-call.before' }));
  expect(store.getState().ownRule).toEqual({ ...ownRule, hook: 'cel-ai.tool-call.before' });
  const status = screen.getByRole('status', { name: 'Verdicts' });
  await waitFor(() => expect(status.textContent).toContain('Blocks 1 of 2 calls'));
  const hook = screen.getByRole('combobox', { name: 'Hook' });
  const group = within(hook).getByRole('group', { name: 'CEL AI policy' });
  expect(within(group).getAllByRole('option')).toHaveLength(4);
});

test('the draft can be set as baseline, and reverting returns to it', async () => {
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: rule } });
  await userEvent.click(screen.getByRole('button', { name: 'Set as baseline' }));
  expect(store.getState().ownBaseline).toEqual(rule);
  fireEvent.change(await box(), { target: { value: 'false' } });
  await userEvent.click(screen.getByRole('button', { name: 'Revert' }));
  expect(store.getState().ownRule).toEqual(rule);
});

test('nothing can be compared with a rule that does not parse or is empty', async () => {
  await showPanel(<RulePanel />, { text, view: { ownRule: rule } });
  const setBaseline = () => screen.queryByRole<HTMLButtonElement>('button', { name: 'Set as baseline' });
  expect(setBaseline()?.disabled).toBe(false);
  fireEvent.change(await box(), { target: { value: 'input.amount <=' } });
  // It stays, so that the buttons beside it do not move while one types.
  await waitFor(() => expect(setBaseline()?.disabled).toBe(true));
  fireEvent.change(await box(), { target: { value: '' } });
  expect(setBaseline()).toBeNull();
});

test('an empty rule editor suggests a rule that fires', async () => {
  const empty: Rule = { expression: '', hook: 'turn', match: null };
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: empty }, starter: rule });
  await userEvent.click(screen.getByRole('button', { name: 'the sample’s own rule' }));
  expect(store.getState().ownRule).toEqual(rule);
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rule' }));
});

test('a rule for a capability that the session lacks shows a warning with two solutions', async () => {
  const foreign: Rule = { ...rule, match: 'send_money' };
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: foreign }, starter: rule });
  expect(screen.getByText('Suggested rules:')).toBeTruthy();
  await userEvent.click(screen.getByRole('button', { name: 'Run it at every tool' }));
  expect(store.getState().ownRule).toEqual({ ...rule, match: null });
  expect(screen.queryByText(/so the rule runs nowhere/)).toBeNull();
});

test('the tool of a suggestion stays while the suggestion is edited, and goes when another rule is typed over it', async () => {
  const empty: Rule = { expression: '', hook: 'turn', match: null };
  const about = 'a limit for the amount';
  const suggestions = [
    { rule: { ...rule, match: 'other' }, about: 'another' },
    { rule, about },
  ];
  const setting = { text, view: { ownRule: empty }, starter: rule, suggestions };
  const { view: store, notices } = await showGrowing(<RulePanel />, setting);
  await userEvent.click(screen.getByRole('button', { name: about }));
  expect(screen.getByText(`Suggested rule: ${about}`)).toBeTruthy();
  fireEvent.change(await box(), { target: { value: 'input.amount <= 250 || false' } });
  expect(store.getState().ownRule?.match).toBe('refund');
  fireEvent.change(await box(), { target: { value: 'c' } });
  await userEvent.type(await box(), 'ontext.llm.tokens.total < 5');
  expect(store.getState().ownRule).toEqual({
    ...rule,
    expression: 'context.llm.tokens.total < 5',
    match: null,
  });
  const { message } = notices.getState();
  expect(message?.text).toBe('The suggestion was for refund alone. The rule you type runs at every tool.');
  act(() => message?.offer?.run());
  expect(store.getState().ownRule).toMatchObject({ expression: 'context.llm.tokens.total < 5', match: 'refund' });
  // A tool that the user chooses stays.
  await userEvent.click(screen.getByRole('button', { name: 'Revert' }));
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Tool' }), 'refund');
  fireEvent.change(await box(), { target: { value: 'true' } });
  expect(store.getState().ownRule?.match).toBe('refund');
});

test('the tool of a suggestion goes when another rule is typed over it in the next session', async () => {
  const starter: Rule = { ...rule, match: 'send_money' };
  const { view, engine, grow } = await showGrowing(<RulePanel />, { text, beside: refundsOf(5), starter });
  await box();
  act(() => view.getState().actions.setRule({ ...starter, hook: 'agentgateway.tool-call.before' }));
  const next = await engine.openSession({ source: 's2', entry: 0 });
  grow(next, rule);
  fireEvent.change(await box(), { target: { value: 'true' } });
  expect(view.getState().ownRule).toEqual({ expression: 'true', hook: 'agentgateway.tool-call.before', match: null });
});

test('a rule of the policy keeps its tool when another rule is typed over it', async () => {
  const policy = {
    name: 'agent.yaml',
    text: 'capabilities:\n  refund:\n    before:\n      - assert: input.amount <= 1000\n',
  };
  const policyRule = { id: 'capabilities.refund.before[0]', rule, baseline: null };
  const store = await showPanel(<RulePanel />, { text, view: { policy, policyRule }, starter: rule });
  fireEvent.change(await box(), { target: { value: 'true' } });
  expect(store.getState().policyRule?.rule).toEqual({ ...rule, expression: 'true' });
});

test('one click makes a policy from the rule', async () => {
  const store = await showPanel(<RulePanel />, { text, view: { ownRule: rule } });
  await userEvent.click(screen.getByRole('button', { name: 'New policy from this rule' }));
  await waitFor(() => expect(store.getState().policyRule?.id).toBe('capabilities.refund.before[0]'));
  expect(screen.queryByRole('button', { name: 'New policy from this rule' })).toBeNull();
  expect(document.activeElement).toBe(screen.getByRole('region', { name: 'Rule' }));
  act(() => void store.getState().actions.undo());
  expect(store.getState()).toMatchObject({ policy: null, policyRule: null, ownRule: rule });
});

test('a rule at every tool is no step of a policy: the message leads to the tools', async () => {
  const { notices, view } = await showGrowing(<RulePanel />, { text, view: { ownRule: { ...rule, match: null } } });
  await userEvent.click(screen.getByRole('button', { name: 'New policy from this rule' }));
  await waitFor(() => expect(notices.getState().message?.text).toContain('this rule runs at every tool'));
  act(() => notices.getState().message?.offer?.run());
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Tool' }));
  act(() => view.getState().actions.setRule({ ...rule, hook: 'turn', match: null }));
  await userEvent.click(screen.getByRole('button', { name: 'New policy from this rule' }));
  await waitFor(() => expect(notices.getState().message?.text).toContain('this one is at the hook turn'));
  act(() => notices.getState().message?.offer?.run());
  expect(document.activeElement).toBe(screen.getByRole('combobox', { name: 'Hook' }));
});

test('a rule that covers more tools once it is in a policy says so', async () => {
  const call = (name: string) => ({ id: name, type: 'function', function: { name, arguments: '{"amount": 1}' } });
  const calls = ['refund', 'refund_all'].map(call);
  const both = JSON.stringify({
    messages: [
      { role: 'user', content: 'Refund my orders' },
      { role: 'assistant', content: null, tool_calls: calls },
      ...calls.map(({ id }) => ({ role: 'tool', tool_call_id: id, content: 'done' })),
    ],
  });
  const { notices, view } = await showGrowing(<RulePanel />, { text: both, view: { ownRule: rule } });
  await userEvent.click(screen.getByRole('button', { name: 'New policy from this rule' }));
  await waitFor(() => expect(view.getState().policyRule).not.toBeNull());
  expect(notices.getState().message?.text).toBe(
    'In a policy, a step of refund covers all tools whose names begin so: also refund_all.',
  );
});
