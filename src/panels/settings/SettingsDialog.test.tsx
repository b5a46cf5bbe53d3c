import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { refundChat, renderPanel } from '../testing.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

let end = () => {};
afterEach(() => end());

test('every open question shows its answer, and another one is a click away', async () => {
  const { view, end: done } = await renderPanel(<SettingsDialog onClose={() => {}} />, refundChat);
  end = done;
  const order = screen.getByRole('group', { name: 'Order of a capability’s lists' });
  const newest = within(order).getByRole<HTMLInputElement>('radio', { name: /newest first/ });
  expect(newest.checked).toBe(true);

  await userEvent.click(within(order).getByRole('radio', { name: /oldest first/ }));
  expect(view.getState().decisions).toEqual({ capabilityOrder: 'oldest-first' });

  await userEvent.click(screen.getByRole('button', { name: 'Take my answer back' }));
  expect(view.getState().decisions).toEqual({});
  expect(newest.checked).toBe(true);
});
