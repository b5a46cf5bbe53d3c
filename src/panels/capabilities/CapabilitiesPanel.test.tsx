import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { CapabilitiesPanel } from './CapabilitiesPanel.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

test('each invocation is listed with its index in CEL, and choosing one moves the cursor', async () => {
  // Turns: 0 input, 1 llm, 2 refund of 2400, 3 refund of 40, 4 llm.
  const store = await showPanel(<CapabilitiesPanel />, { text: refundsOf(2400, 40), view: { turn: 4 } });
  const invocations = await screen.findByRole('grid', { name: 'Invocations' });
  await userEvent.click(await within(invocations).findByText('[0]'));
  expect(store.getState().turn).toBe(3);
});
