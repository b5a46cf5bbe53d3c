import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { refundChat, renderPanel } from '../testing.tsx';
import { TurnsPanel } from './TurnsPanel.tsx';

let end = () => {};
afterEach(() => end());

async function turns(...[chosen]: [Parameters<typeof renderPanel>[2]?]) {
  const shown = await renderPanel(<TurnsPanel />, refundChat, chosen);
  end = shown.end;
  const grid = screen.getByRole('grid', { name: 'Turns' });
  await within(grid).findByText('Please refund order 17.');
  return { ...shown, grid };
}

test('every turn has its row, told by kind and words', async () => {
  const { grid } = await turns();
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
  expect(within(grid).getByText('Order 17 is refunded.')).toBeTruthy();
  expect(within(grid).getAllByText('cap')).toHaveLength(2);
});

test('the verdict of the rule on the bench stands in every row', async () => {
  const { grid } = await turns({
    rule: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' },
  });
  expect(await within(grid).findAllByRole('img', { name: 'fire' })).toHaveLength(1);
  expect(within(grid).getAllByRole('img', { name: 'n/a' })).toHaveLength(4);
});

test('keys and clicks move the one cursor', async () => {
  const { grid, view } = await turns();
  grid.focus();
  await userEvent.keyboard('{ArrowDown}{ArrowDown}');
  expect(view.getState().turn).toBe(2);
  await userEvent.click(within(grid).getByText('Order 17 is refunded.'));
  expect(view.getState().turn).toBe(4);
});

test('a filter shows the turns where it holds, with how many of how many', async () => {
  const { grid } = await turns();
  await userEvent.click(screen.getByRole('textbox', { name: 'Filter turns by CEL' }));
  await userEvent.paste('context.capabilities.refund.count_successful > 0');
  expect(await screen.findByText('2 of 5')).toBeTruthy();
  expect(within(grid).queryByText('Please refund order 17.')).toBeNull();
  expect(grid.getAttribute('aria-rowcount')).toBe('3');
});

test('a filter that is no CEL says why, and all turns stay', async () => {
  const { grid } = await turns();
  const box = screen.getByRole('textbox', { name: 'Filter turns by CEL' });
  await userEvent.click(box);
  await userEvent.paste('context. >');
  await expect.poll(() => box.getAttribute('aria-invalid')).toBe('true');
  expect(grid.getAttribute('aria-rowcount')).toBe('6');
});
