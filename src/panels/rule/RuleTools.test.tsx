import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test } from 'vitest';
import { giveDialogs, giveMedia } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { RulePanel } from './RulePanel.tsx';

beforeAll(() => {
  giveMedia();
  giveDialogs();
});
afterEach(endPanels);

const text = refundsOf(50, 1200, 70, 900);
const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

async function shown(view: Parameters<typeof showPanel>[1]['view'] = { ownRule: rule }) {
  const store = await showPanel(<RulePanel />, { text, view });
  return { store, user: userEvent.setup() };
}

async function opened(tool: string, view?: Parameters<typeof showPanel>[1]['view']) {
  const { store, user } = await shown(view);
  await user.click(await screen.findByRole('button', { name: tool }));
  return { store, user };
}

/** Opens the coverage table, which has the counts in words. */
async function openedTable(view?: Parameters<typeof showPanel>[1]['view']) {
  const opening = await opened('Clause coverage', view);
  await opening.user.click(await screen.findByRole('button', { name: 'Table' }));
  return opening;
}

/** It gets the focus once the browser shows it. */
async function slider(number = '1000') {
  const curve = await screen.findByRole('slider', { name: `Other numbers for ${number}`, hidden: true });
  await waitFor(() => expect(document.activeElement).toBe(curve));
  return curve;
}
const editor = () => screen.getByRole('textbox', { name: 'Rule expression' });
const popover = () => screen.queryByRole('dialog', { name: /^Other numbers/, hidden: true });

test('a number of the rule has a slider, which shows the result of each other number', async () => {
  const { store, user } = await opened('Try other numbers');
  const curve = await slider();
  expect(curve.getAttribute('aria-valuetext')).toBe('1000, 1 fire of 4 eligible turns, as written');
  await user.keyboard('{PageDown}');
  expect(curve.getAttribute('aria-valuetext')).toBe('899, 2 fire of 4 eligible turns, tried');
  // The number is tried but not written.
  expect(store.getState()).toMatchObject({ trial: 'input.amount <= 899', ownRule: rule });
});

test('Escape closes it, discards the tried number and gives the focus back to the editor', async () => {
  const { store, user } = await opened('Try other numbers');
  await slider();
  await user.keyboard('{ArrowRight}');
  expect(store.getState().trial).not.toBeNull();
  await user.keyboard('{Escape}');
  expect(popover()).toBeNull();
  expect(document.activeElement).toBe(editor());
  expect(store.getState()).toMatchObject({ trial: null, ownRule: rule });
});

test('Enter writes the tried number and goes on in the editor', async () => {
  const { store, user } = await opened('Try other numbers');
  await slider();
  await user.keyboard('{PageUp}{Enter}');
  expect(store.getState()).toMatchObject({ trial: null, ownRule: { ...rule, expression: 'input.amount <= 1200' } });
  expect(popover()).toBeNull();
  expect(document.activeElement).toBe(editor());
});

test('Alt-Enter opens the number at the caret, and an edit closes it', async () => {
  const two = { ...rule, expression: 'input.amount <= 1000 && size(input.recipient) < 20' };
  const { user } = await shown({ ownRule: two });
  await screen.findByRole('button', { name: 'Try other numbers' });
  await user.click(editor());
  await user.keyboard('{Alt>}{Enter}{/Alt}');
  await slider('20');
  await user.type(editor(), ' && true');
  expect(popover()).toBeNull();
});

test('the button closes what it opened', async () => {
  const { store, user } = await opened('Try other numbers');
  await slider();
  await user.keyboard('{ArrowRight}');
  await user.click(screen.getByRole('button', { name: 'Try other numbers', expanded: true }));
  expect(popover()).toBeNull();
  expect(store.getState().trial).toBeNull();
});

test('digits that are no number, and numbers that change nothing, are not offered', async () => {
  const { store } = await shown();
  await screen.findByRole('button', { name: 'Try other numbers' });
  for (const expression of ['has(input.line2)', 'input.amount <= 1000 || 5 > 3 || true']) {
    act(() => store.getState().actions.setRule({ ...rule, expression }));
    await waitFor(() => expect(screen.queryByRole('button', { name: 'Try other numbers' })).toBeNull());
    act(() => store.getState().actions.setRule(rule));
    await screen.findByRole('button', { name: 'Try other numbers' });
  }
});

test('each clause is listed with its counts, and outcomes that never occurred are marked', async () => {
  await openedTable({ ownRule: { ...rule, expression: 'input.amount <= 1000 || input.recipient == "boss"' } });
  const table = await screen.findByRole('table', { name: 'Coverage of the rule’s clauses' });
  expect([...table.querySelectorAll('tbody tr')].map((row) => row.textContent)).toEqual([
    'input.amount <= 1000 || input.recipient == "boss"3 true · 1 false–',
    'input.amount <= 10003 true · 1 false–',
    'input.recipient == "boss"0 true · 1 false · 3 not reached never true–',
  ]);
});

test('counting can be turned on and off, and its turns can be chosen', async () => {
  const { store, user } = await opened('Clause coverage');
  expect(store.getState().coverage).toBe('session');
  await user.click(await screen.findByRole('radio', { name: 'In tests' }));
  expect(store.getState().coverage).toBe('tests');
  await user.click(screen.getByRole('button', { name: 'Clause coverage' }));
  expect(store.getState().coverage).toBeNull();
});

test('a hovered clause is marked in the rule', async () => {
  const { store } = await openedTable();
  const clause = await screen.findByRole('button', { name: 'input.amount <= 1000' });
  act(() => clause.focus());
  expect(store.getState().highlight).toEqual({ start: 0, end: 20 });
  act(() => clause.blur());
  expect(store.getState().highlight).toBeNull();
});

test('tests of the policy’s rule are counted as well as the session', async () => {
  const manifest = `capabilities:
  refund:
    before:
      - assert: input.amount <= 1000
tests:
  - name: much
    rule: capabilities.refund.before[0]
    expect: fire
    turn: 3
    session: here
`;
  const policy = { name: 'agent.yaml', text: manifest };
  await openedTable({ policy, policyRule: { id: 'capabilities.refund.before[0]', rule, baseline: null } });
  // The manifest reader is loaded on first use, which may take time.
  const name = 'Coverage of the rule’s clauses';
  const table = await screen.findByRole('table', { name });
  await waitFor(() => expect(table.textContent).toContain('in tests, 1 turn'));
  expect(table.querySelector('tbody tr')?.textContent).toBe(
    'input.amount <= 10003 true · 1 false0 true · 1 false never true',
  );
});
