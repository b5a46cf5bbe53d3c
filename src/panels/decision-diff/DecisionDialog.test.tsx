import { screen } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import type { Rule } from '../../worker/protocol.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { DecisionDialog } from './DecisionDialog.tsx';

beforeAll(giveDialogs);
afterEach(endPanels);

const stay = () => undefined;

const upTo = (amount: number): Rule => ({
  expression: `input.amount <= ${amount}`,
  hook: 'middleware.before',
  match: 'refund',
});
// Turns: 0 input, 1 llm, 2 … 5 refunds.
const text = refundsOf(50, 1200, 70, 900);

test('turns that the edit lets through come first, with their denominator', async () => {
  const view = { ownRule: upTo(1000), ownBaseline: upTo(60) };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(await screen.findByText('▼ Loosened: 2 of 3 that fired now pass.')).toBeTruthy();
  const cell = screen.getByRole('button', { name: 'fires, with the draft passes: 2 of 3 turns, loosens the rule' });
  // The cell is focused first as well.
  expect(cell.dataset['autofocus']).toBe('true');
});

test('choosing a cell makes its turns the hits, from the cursor on', async () => {
  let closed = 0;
  const view = { ownRule: upTo(1000), ownBaseline: upTo(60), turn: 4 };
  const store = await showPanel(<DecisionDialog onClose={() => closed++} />, { text, view });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^passes, with the draft passes/ }));
  expect(store.getState().walk).toEqual({ baseline: 'pass', draft: 'pass' });
  // Turn 2 is the only one, before the cursor.
  expect(store.getState().turn).toBe(2);
  expect(closed).toBe(1);
});

test('arrows go from cell to cell, and Enter chooses', async () => {
  const view = { ownRule: upTo(1000), ownBaseline: upTo(60) };
  const store = await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  const user = userEvent.setup();
  const first = await screen.findByRole('button', { name: /^fires, with the draft fires/ });
  first.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^passes, with the draft passes/);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(store.getState().walk).toEqual({ baseline: 'fire', draft: 'pass' });
});

test('an empty cell cannot be chosen', async () => {
  const view = { ownRule: upTo(1000), ownBaseline: upTo(60) };
  const store = await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  const empty = await screen.findByRole('button', { name: /^passes, with the draft fires: 0 of 1 turn/ });
  await userEvent.setup().click(empty);
  expect(store.getState().walk).toBeNull();
});

test('the dialog states how errors count, and a turn that changed from fire to error is marked', async () => {
  const baseline = upTo(60);
  const view = { ownRule: { ...baseline, expression: 'input.amuont <= 60' }, ownBaseline: baseline };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(
    await screen.findByText('~ Different: 3 of 3 that fired now fail with an error, and are still stopped.'),
  ).toBeTruthy();
  expect(screen.getByText('An error is counted as failed.')).toBeTruthy();
});

test('a turn at which the draft is unknown is no loosening: the rules are not comparable there', async () => {
  const baseline = upTo(60);
  const view = { ownRule: { ...baseline, expression: 'context.user.id == "me"' }, ownBaseline: baseline };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(
    await screen.findByText(
      '? Not comparable: 3 of 3 that fired now have no known verdict; 1 of 1 that passed now have no known verdict.',
    ),
  ).toBeTruthy();
  expect(screen.queryByText(/Loosened/)).toBeNull();
});

test('a draft that equals the baseline has nothing to compare with', async () => {
  await showPanel(<DecisionDialog onClose={stay} />, { text, view: { ownRule: upTo(60), ownBaseline: upTo(60) } });
  expect(await screen.findByText('The draft is the baseline.')).toBeTruthy();
});

test('for a draft that does not parse, the dialog shows the problem', async () => {
  const view = { ownRule: { ...upTo(60), expression: 'input.amount <=' }, ownBaseline: upTo(60) };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(await screen.findByText('The two rules cannot be compared yet.')).toBeTruthy();
});
