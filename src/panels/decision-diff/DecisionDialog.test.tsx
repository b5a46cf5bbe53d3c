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

test('what an edit lets through is said first, with its denominator', async () => {
  const view = { rule: upTo(1000), saved: upTo(60) };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(await screen.findByText('▼ Loosened: 2 of 3 that fired now pass.')).toBeTruthy();
  const cell = screen.getByRole('button', { name: 'fires, with the draft passes: 2 of 3 turns, loosens the rule' });
  // The first thing under the fingers, too.
  expect(cell.dataset['autofocus']).toBe('true');
});

test('choosing a cell walks its turns, from the cursor on', async () => {
  let closed = 0;
  const view = { rule: upTo(1000), saved: upTo(60), turn: 4 };
  const store = await showPanel(<DecisionDialog onClose={() => closed++} />, { text, view });
  const user = userEvent.setup();
  await user.click(await screen.findByRole('button', { name: /^passes, with the draft passes/ }));
  expect(store.getState().walk).toEqual({ saved: 'pass', draft: 'pass' });
  // Turn 2 is the only one, before the cursor.
  expect(store.getState().turn).toBe(2);
  expect(closed).toBe(1);
});

test('arrows go from cell to cell, and Enter chooses', async () => {
  const view = { rule: upTo(1000), saved: upTo(60) };
  const store = await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  const user = userEvent.setup();
  const first = await screen.findByRole('button', { name: /^fires, with the draft fires/ });
  first.focus();
  await user.keyboard('{ArrowRight}{ArrowDown}');
  expect(document.activeElement?.getAttribute('aria-label')).toMatch(/^passes, with the draft passes/);
  await user.keyboard('{ArrowUp}{Enter}');
  expect(store.getState().walk).toEqual({ saved: 'fire', draft: 'pass' });
});

test('an empty cell says so and leads nowhere', async () => {
  const view = { rule: upTo(1000), saved: upTo(60) };
  const store = await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  const empty = await screen.findByRole('button', { name: /^passes, with the draft fires: 0 of 1 turn/ });
  await userEvent.setup().click(empty);
  expect(store.getState().walk).toBeNull();
});

test('an error that counts as failed is said to, and a firing that has become one is marked', async () => {
  const saved = upTo(60);
  const view = { rule: { ...saved, expression: 'input.amuont <= 60' }, saved };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(
    await screen.findByText('~ Otherwise: 3 of 3 that fired now fail with an error, and are still stopped.'),
  ).toBeTruthy();
  expect(screen.getByText('An error is counted as failed.')).toBeTruthy();
});

test('a draft that is the saved rule has nothing to compare with', async () => {
  await showPanel(<DecisionDialog onClose={stay} />, { text, view: { rule: upTo(60), saved: upTo(60) } });
  expect(await screen.findByText('The draft is the saved rule.')).toBeTruthy();
});

test('a draft that does not parse says what is wrong', async () => {
  const view = { rule: { ...upTo(60), expression: 'input.amount <=' }, saved: upTo(60) };
  await showPanel(<DecisionDialog onClose={stay} />, { text, view });
  expect(await screen.findByText('The two rules cannot be compared yet.')).toBeTruthy();
});
