import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import type { InspectorTab } from '../../state/view.ts';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { InspectorPanel } from './InspectorPanel.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 input, 1 llm, 2 refund of 2400, 3 refund of 40, 4 llm. */
const inspect = (tab: InspectorTab, turn: number) =>
  showPanel(<InspectorPanel />, { text: refundsOf(2400, 40), view: { tab, turn } });

test('the state is a tree that opens branch by branch, and a place in it can be focused', async () => {
  const store = await inspect('state', 3);
  const capabilities = await screen.findByRole('treeitem', { name: /^capabilities: / });
  await userEvent.click(capabilities);
  expect(store.getState().path).toEqual(['context', 'capabilities']);
  screen.getByRole('tree', { name: 'State' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await screen.findByRole('treeitem', { name: /^refund: / })).toBeTruthy();
});

test('what a turn changed leads to its place in the state, where it is marked', async () => {
  const store = await inspect('changes', 2);
  const list = await screen.findByRole('list', { name: 'Changes' });
  await userEvent.click(within(list).getByText('capabilities.refund.count_successful'));
  expect(store.getState()).toMatchObject({
    tab: 'state',
    path: ['context', 'capabilities', 'refund', 'count_successful'],
  });
  const place = await screen.findByRole('treeitem', { name: /^count_successful: 1, changed/ });
  expect(place.getAttribute('aria-selected')).toBe('true');
});

test('a call shows its input and output, and where CEL finds it', async () => {
  await inspect('call', 3);
  expect(await screen.findByText('context.capabilities.refund.outputs[0]')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Input' }).textContent).toContain('40');
  expect(screen.getByRole('region', { name: 'Output' }).textContent).toContain('refunded');
});

test('a model turn leads to the capabilities it asked for', async () => {
  const store = await inspect('call', 1);
  await userEvent.click(await screen.findByRole('button', { name: 'refund at turn 3' }));
  expect(store.getState().turn).toBe(3);
});

test('the raw text is shown with line numbers, the turn’s own part marked', async () => {
  await inspect('raw', 4);
  const text = await screen.findByRole('list', { name: 'Source text' });
  expect(text.querySelector('mark')?.textContent).toContain('Done, all refunded.');
});

test('token sums that the recording does not hold are unknown', async () => {
  await inspect('tokens', 4);
  expect(await screen.findAllByText('unknown')).toHaveLength(3);
});

test('each invocation stands under the index CEL finds it by, and choosing one moves the cursor', async () => {
  const store = await inspect('capabilities', 4);
  const invocations = await screen.findByRole('grid', { name: 'Invocations' });
  await userEvent.click(await within(invocations).findByText('[0]'));
  expect(store.getState().turn).toBe(3);
});
