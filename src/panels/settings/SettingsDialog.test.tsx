import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveDialogs } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { SettingsDialog } from './SettingsDialog.tsx';

beforeEach(giveDialogs);
afterEach(endPanels);

test('every question shows its answer, which can be changed', async () => {
  const store = await showPanel(<SettingsDialog onClose={() => {}} />, { text: refundsOf(40) });
  const order = screen.getByRole('group', { name: 'Order of a capability’s lists' });
  const newest = within(order).getByRole<HTMLInputElement>('radio', { name: /newest first/ });
  expect(newest.checked).toBe(true);

  await userEvent.click(within(order).getByRole('radio', { name: /oldest first/ }));
  expect(store.getState().decisions).toEqual({ capabilityOrder: 'oldest-first' });

  await userEvent.click(screen.getByRole('button', { name: 'Remove my answer' }));
  expect(store.getState().decisions).toEqual({});
  expect(newest.checked).toBe(true);
});
