import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import type { InspectorTab } from '../../state/view.ts';
import { refundChat, renderPanel } from '../testing.tsx';
import { InspectorPanel } from './InspectorPanel.tsx';

let end = () => {};
afterEach(() => end());

async function inspector(tab: InspectorTab, turn: number) {
  const shown = await renderPanel(<InspectorPanel />, refundChat, { tab, turn });
  end = shown.end;
  return shown;
}

test('the state is a tree that opens branch by branch, and a place in it can be focused', async () => {
  const { view } = await inspector('state', 3);
  const tree = await screen.findByRole('tree', { name: 'State' });
  const capabilities = within(tree).getByRole('treeitem', { name: /^capabilities: / });
  await userEvent.click(capabilities);
  expect(view.getState().path).toEqual(['context', 'capabilities']);
  await userEvent.keyboard('{ArrowRight}');
  tree.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await within(tree).findByRole('treeitem', { name: /^refund: / })).toBeTruthy();
});

test('what a turn changed is marked in the state and listed as before and after', async () => {
  const { view } = await inspector('changes', 3);
  const list = await screen.findByRole('list', { name: 'Changes' });
  expect(await within(list).findByText('capabilities.refund.count_successful')).toBeTruthy();
  await userEvent.click(within(list).getByText('capabilities.refund.count_successful'));
  expect(view.getState()).toMatchObject({
    tab: 'state',
    path: ['context', 'capabilities', 'refund', 'count_successful'],
  });
  const place = await screen.findByRole('treeitem', { name: /^count_successful: 1, changed/ });
  expect(place.getAttribute('aria-selected')).toBe('true');
});

test('a call shows its input and output, and where CEL finds it', async () => {
  await inspector('call', 3);
  expect(await screen.findByText('context.capabilities.refund.outputs[0]')).toBeTruthy();
  expect(screen.getByRole('region', { name: 'Input' }).textContent).toContain('2400');
  expect(screen.getByRole('region', { name: 'Output' }).textContent).toContain('done');
});

test('a model turn leads to the capabilities it asked for', async () => {
  const { view } = await inspector('call', 1);
  await userEvent.click(await screen.findByRole('button', { name: 'refund at turn 3' }));
  expect(view.getState().turn).toBe(3);
});

test('the raw text is shown with line numbers, the turn’s own part marked', async () => {
  await inspector('raw', 4);
  const text = await screen.findByRole('list', { name: 'Source text' });
  expect(text.querySelector('mark')?.textContent).toContain('Order 17 is refunded.');
});

test('token sums that the recording does not hold are unknown', async () => {
  await inspector('tokens', 4);
  expect(await screen.findAllByText('unknown')).toHaveLength(3);
});

test('each invocation stands under the index CEL finds it by, and choosing one moves the cursor', async () => {
  const { view } = await inspector('capabilities', 4);
  const functions = await screen.findByRole('grid', { name: 'Capabilities' });
  await userEvent.click(within(functions).getByText('refund'));
  const invocations = screen.getByRole('grid', { name: 'Invocations' });
  await userEvent.click(within(invocations).getByText('[0]'));
  expect(view.getState().turn).toBe(3);
});
