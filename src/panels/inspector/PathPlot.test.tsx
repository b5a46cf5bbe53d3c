import { screen } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { View } from '../../state/view.ts';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { turnByKey } from './PathPlot.tsx';
import { historyWords, sparkHeight, sparkOf, sparkWidth } from './Sparkline.tsx';
import { StateView } from './StateView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 800 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 input, 1 llm, 2 to 4 refunds, 5 llm. */
const shown = (view: Partial<View>) => showPanel(<StateView />, { text: refundsOf(2400, 40, 7), view });

test('a number has its history beside it', async () => {
  await shown({ turn: 4 });
  const row = await screen.findByRole('treeitem', { name: /^count_successful: 3/ });
  await expect
    .poll(() => row.querySelector('[title]:has(svg)')?.getAttribute('title'))
    .toBe('min 0, max 3, last 3; 3 changes');
  // A text has none.
  const text = await screen.findByRole('treeitem', { name: /^inputs: / });
  expect(text.querySelector('svg[width]')).toBeNull();
});

test('Enter on a number shows its plot, whose keys go from change to change', async () => {
  const store = await shown({ turn: 4 });
  const row = await screen.findByRole('treeitem', { name: /^count_successful: 3/ });
  await userEvent.click(row);
  const plot = await screen.findByRole('slider', {
    name: 'context.capabilities.refund.count_successful over the turns',
  });
  await expect.poll(() => plot.getAttribute('aria-valuetext')).toBe('turn 4, 3');
  plot.focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(store.getState().turn).toBe(3);
  await userEvent.keyboard('{Home}');
  expect(store.getState().turn).toBe(0);
  expect(await screen.findByRole('button', { name: /^Save the picture: context/ })).toBeTruthy();
});

test('what the rule reads is marked and open, or the closed branch around it is marked', async () => {
  const expression = 'context.llm.tokens.total < 10 && size(context.input) > 0';
  await shown({ turn: 0, ownRule: { expression, hook: 'turn', match: null } });
  const total = await screen.findByRole('treeitem', { name: /^total: .*, read by the rule$/ });
  expect(total.dataset['marked']).toBe('true');
  expect(screen.getByRole('treeitem', { name: /^input: .*, read by the rule$/ })).toBeTruthy();
  expect(screen.getByRole('treeitem', { name: /^llm: / }).dataset['marked']).toBe('false');
  screen.getByRole('tree').focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}{ArrowLeft}');
  expect(await screen.findByRole('treeitem', { name: /^llm: .*, read by the rule$/ })).toBeTruthy();
});

const history = {
  points: [
    { turn: 0, value: 0 },
    { turn: 2, value: 10 },
    { turn: 3, value: null },
  ],
  lowest: 0,
  highest: 10,
  changes: 2,
  sampled: null,
};

test('a history in words', () => {
  expect(historyWords(history)).toBe('min 0, max 10, not there at the end; 2 changes');
  const still = { ...history, points: [{ turn: 0, value: 5 }], lowest: 5, highest: 5, changes: 0 };
  expect(historyWords(still)).toBe('always 5');
  expect(historyWords({ ...still, sampled: 240 })).toBe('always 5, 240 turns sampled');
});

test('the small line is within its box, and its dot is at the cursor', () => {
  const spark = sparkOf(history, 4, 2);
  expect(spark?.path).toBe(`M2 ${sparkHeight - 2}H32V2H47`);
  expect(spark?.here).toEqual({ x: 2 + (2.5 / 4) * (sparkWidth - 4), y: 2 });
  expect(sparkOf(history, 4, 3)?.here).toBeNull();
});

test('keys of the plot', () => {
  const at = (key: string, cursor: number) => turnByKey(key, cursor, history.points, 9);
  expect([at('ArrowRight', 0), at('ArrowRight', 3), at('ArrowLeft', 3), at('ArrowLeft', 0)]).toEqual([2, 8, 2, 0]);
  expect([at('End', 0), at('x', 0)]).toEqual([8, null]);
});
