import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { RowsToFollow } from '../../../ui/editor/codeEditor.ts';
import { endPanels, refundsOf, showPanel } from '../../testing.tsx';
import { CoverageGutter } from './CoverageGutter.tsx';

afterEach(endPanels);

const text = refundsOf(50, 1200, 70, 900);
const rule = {
  expression: 'input.amount <= 1000\n|| input.recipient == "boss"',
  hook: 'middleware.before',
  match: 'refund',
} as const;

/** An editor without wrapping: the second line of this rule begins at 20. */
const editor: RowsToFollow = {
  followRows: (offsets, onTops) => {
    onTops(offsets.map((at) => (at < 20 ? 6 : 26)));
    return () => undefined;
  },
};

const shown = () => showPanel(<CoverageGutter rows={editor} isNarrow={false} />, { text, view: { ownRule: rule } });
const first = () => screen.findByRole('button', { name: /^input.amount <= 1000 \|\|/ });

test('each row shows the counts of the clause that begins there, and the number of further clauses', async () => {
  await shown();
  expect((await first()).textContent).toBe('3T1F+1');
  expect(screen.getByRole('button', { name: /^input.recipient == "boss": 0 true/ }).textContent).toBe('0T1F3N');
});

test('a hovered row marks its clause and lists all clauses that begin there; arrow keys move into the list', async () => {
  const store = await shown();
  const user = userEvent.setup();
  const row = await first();
  act(() => row.focus());
  expect(store.getState().highlight).toEqual({ start: 0, end: rule.expression.length });
  const card = screen.getByRole('group', { name: 'Clauses of this row' });
  expect(card.textContent).toContain('3 true · 1 false in this session');

  await user.keyboard('{ArrowDown}{ArrowDown}');
  expect(store.getState().highlight).toEqual({ start: 0, end: 20 });
  await user.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('0T1F3N');
  expect(store.getState().highlight).toEqual({ start: 24, end: rule.expression.length });
  await user.keyboard('{Escape}');
  expect(store.getState().highlight).toBeNull();
  expect(screen.queryByRole('group', { name: 'Clauses of this row' })).toBeNull();
});

test('while a number is tried, the counts are those of the tried rule, at the places of the written one', async () => {
  const store = await shown();
  await first();
  act(() => store.getState().actions.tryExpression(rule.expression.replace('1000', '60')));
  const row = await screen.findByRole('button', { name: /^input.amount <= 60 \|\|.*1 true · 3 false/ });
  act(() => row.focus());
  expect(store.getState().highlight).toEqual({ start: 0, end: rule.expression.length });
});

test('while the rule cannot be evaluated, the last counts stay and mark nothing', async () => {
  const store = await shown();
  await first();
  act(() => store.getState().actions.setRule({ ...rule, expression: 'input.amount <=' }));
  const row = await first();
  await waitFor(() => expect(row.closest('[data-stale="true"]')).not.toBeNull());
  act(() => row.focus());
  expect(store.getState().highlight).toBeNull();
});

test('counts in tests are distinguished from counts in the session', async () => {
  const store = await shown();
  await first();
  act(() => store.getState().actions.showCoverage('tests'));
  expect(screen.getByRole('button', { name: /^input.amount <= 1000 \|\|.*: no tests; 1 more/ })).toBeTruthy();
});
