import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize, giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { ContextsPanel } from './ContextsPanel.tsx';

let restore = () => {};
beforeEach(() => {
  giveMedia();
  restore = giveElementsSize({ width: 1000, height: 400 });
});
afterEach(() => {
  endPanels();
  restore();
});

const refund = (node: string, amount: number) => ({
  type: 'capability-invoked',
  node,
  function: 'refund',
  args: { amount },
  output: { ok: true },
  outcome: 'ok',
});

/** Two refunds by the desk itself and one by a context that was derived from it. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'task',
  header: {
    title: 'with a child',
    agent: { name: 'desk', namespace: 'test' },
    user: { id: 'u', email: null },
    started_at: '2026-05-20T03:00:00Z',
    nodes: [
      { id: 'root', title: 'desk' },
      { id: 'child', parent: 'root', title: 'research' },
    ],
  },
  events: [refund('root', 20), refund('child', 4000), refund('root', 30)],
});

const lines = () => screen.getAllByRole('treeitem').map((line) => line.getAttribute('aria-label'));
const view = { ownRule: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } } as const;

test('each context has the verdicts of its own turns, and says what it called and shares', async () => {
  await showPanel(<ContextsPanel />, { text, view });
  expect(await screen.findByRole('treeitem', { name: /fires at 1 of 1/ })).toBeTruthy();
  expect(lines()).toEqual([
    'desk, fires at 0 of 2 eligible, 2 turns, 2 calls, called refund ×2',
    'research, fires at 1 of 1 eligible, 1 turn, 1 call, called refund, shares task context',
  ]);
  expect(document.querySelectorAll('canvas')).toHaveLength(2);
});

test('a context in which the rule fails at every turn names the errors', async () => {
  await showPanel(<ContextsPanel />, { text, view: { ownRule: { ...view.ownRule, expression: 'context.nope' } } });
  expect(
    await screen.findByRole('treeitem', {
      name: /^desk, fires at 2 of 2 eligible, all of them errors counted as failed,/,
    }),
  ).toBeTruthy();
});

test('choosing a context moves the cursor to its first turn; a closed one counts those below it', async () => {
  const store = await showPanel(<ContextsPanel />, { text, view: { ...view, turn: 0 } });
  await userEvent.click(await screen.findByRole('treeitem', { name: /^research/ }));
  expect(store.getState().turn).toBe(1);
  screen.getByRole('tree', { name: 'Contexts' }).focus();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(lines()).toEqual([
    'desk and the contexts below, fires at 1 of 3 eligible, 3 turns, 3 calls, called refund ×3',
  ]);
});

test('a session without derived contexts says so', async () => {
  await showPanel(<ContextsPanel />, { text: refundsOf(40) });
  expect(await screen.findByText(/^No context was derived in this session/)).toBeTruthy();
});

/** Model calls of the desk and of a context derived from it; null for a call whose tokens are not recorded. */
const modelCalls = (...calls: readonly (readonly [node: string, prompt: number | null])[]): string =>
  JSON.stringify({
    ...(JSON.parse(text) as object), // the session above
    events: calls.map(([node, prompt]) => ({
      type: 'model-called',
      node,
      text: 'Done.',
      ...(prompt !== null && { tokens: { prompt, completion: 30 } }),
    })),
  });

test('a context with a call whose tokens are not recorded has at least those that are', async () => {
  await showPanel(<ContextsPanel />, {
    text: modelCalls(['root', 18_882], ['root', null], ['child', 5970], ['child', null], ['child', null]),
  });
  await screen.findByRole('treeitem', { name: /^research/ });
  expect(lines()).toEqual([
    'desk, 2 turns, 0 calls, at least 18 912 tokens (1 of 2 model calls has no number)',
    'research, 3 turns, 0 calls, at least 6 000 tokens (2 of 3 model calls have no number), shares task context',
  ]);
  screen.getByRole('tree', { name: 'Contexts' }).focus();
  await userEvent.keyboard('{Home}{ArrowLeft}');
  expect(lines()).toEqual([
    'desk and the contexts below, 5 turns, 0 calls, at least 24 912 tokens (3 of 5 model calls have no number)',
  ]);
});
