import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { RuleTools } from './RulePanel.tsx';

afterEach(endPanels);

const text = refundsOf(50, 1200, 70, 900);
const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;

async function opened(tool: string, view: Parameters<typeof showPanel>[1]['view'] = { ownRule: rule }) {
  const store = await showPanel(<RuleTools caret={null} />, { text, view });
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: tool }));
  return { store, user };
}

/** Opens the coverage table, which has the counts in words. */
async function openedTable(view?: Parameters<typeof showPanel>[1]['view']) {
  const opening = await opened('Clause coverage', view);
  await opening.user.click(await screen.findByRole('button', { name: 'Table' }));
  return opening;
}

const slider = () => screen.findByRole('slider', { name: 'Other numbers for 1000' });

test('a number of the rule has a slider, which shows the result of each other number', async () => {
  const { store, user } = await opened('Try other numbers');
  const curve = await slider();
  expect(curve.getAttribute('aria-valuetext')).toBe('1000, 1 fire of 4 eligible, as written');
  curve.focus();
  await user.keyboard('{PageDown}');
  expect(curve.getAttribute('aria-valuetext')).toBe('899, 2 fire of 4 eligible, tried');
  // The number is tried but not written.
  expect(store.getState()).toMatchObject({ trial: 'input.amount <= 899', ownRule: rule });
});

test('Escape discards the tried number, Enter writes it', async () => {
  const { store, user } = await opened('Try other numbers');
  const curve = await slider();
  curve.focus();
  await user.keyboard('{ArrowRight}{Escape}');
  expect(store.getState()).toMatchObject({ trial: null, ownRule: rule });
  await user.keyboard('{PageUp}{Enter}');
  expect(store.getState()).toMatchObject({ trial: null, ownRule: { ...rule, expression: 'input.amount <= 1200' } });
  expect(await screen.findByRole('slider', { name: 'Other numbers for 1200' })).toBeTruthy();
});

test('closing the tool discards the tried number', async () => {
  const { store, user } = await opened('Try other numbers');
  (await slider()).focus();
  await user.keyboard('{ArrowRight}');
  expect(store.getState().trial).not.toBeNull();
  await user.click(screen.getByRole('button', { name: 'Try other numbers' }));
  expect(store.getState().trial).toBeNull();
});

test('digits that are not a number are reported, and without digits the tool is not offered', async () => {
  const { store } = await opened('Try other numbers', { ownRule: { ...rule, expression: 'has(input.line2)' } });
  expect(await screen.findByText(/^There is no number to try/)).toBeTruthy();
  act(() => store.getState().actions.setRule({ ...rule, expression: 'has(input.amount)' }));
  expect(screen.queryByRole('button', { name: 'Try other numbers' })).toBeNull();
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
