import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { SharingView } from './SharingView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 the root speaks, 1 the child does. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'adk',
  header: {
    title: 'shared',
    context: { session_id: 's', agent_name: 'Root', state: { lang: 'en' } },
    session: { id: 's', app_name: 'a', user_id: 'u' },
  },
  events: [
    { type: 'event-appended', event: { type: 'agent_message', agent_name: 'Root', branch: '', content: {} } },
    { type: 'context-derived', context: 'child', from: 'root', agent_name: 'Child', branch: 'Child' },
    { type: 'state-set', context: 'child', key: 'found', value: 3 },
    { type: 'event-appended', event: { type: 'agent_message', agent_name: 'Child', branch: 'Child', content: {} } },
    { type: 'state-set', context: 'root', key: 'found', value: 4 },
  ],
});

const cellsOf = (row: HTMLElement) =>
  within(row)
    .getAllByRole('cell')
    .map((cell) => cell.textContent);

test('a key shows its value, its last writer, and on demand the earlier ones', async () => {
  await showPanel(<SharingView />, { text, view: { turn: 1 } });
  const state = await screen.findByRole('table', { name: 'State A' });
  const row = within(state).getByRole('row', { name: /^found/ });
  expect(cellsOf(row)).toEqual(['4', 'Rootstate1 earlier', '1']);
  await userEvent.click(within(row).getByRole('button', { name: '1 earlier' }));
  expect(within(state).getByText('Child')).toBeTruthy();
});

test('choosing a key focuses its path in every panel, choosing a turn moves the cursor', async () => {
  const store = await showPanel(<SharingView />, { text, view: { turn: 1 } });
  await userEvent.click(await screen.findByRole('button', { name: 'found' }));
  expect(store.getState().path).toEqual(['adk', 'state', 'found']);
  await userEvent.click(screen.getByRole('button', { name: '1 earlier' }));
  await userEvent.click(screen.getAllByRole('button', { name: 'Go to turn 0' })[0] as HTMLElement); // there is one
  expect(store.getState().turn).toBe(0);
});

test('the context of the turn is selected, until the user chooses another', async () => {
  const store = await showPanel(<SharingView />, { text, view: { turn: 1 } });
  const tree = await screen.findByRole('tree', { name: 'Contexts' });
  const selected = () => within(tree).getByRole('treeitem', { selected: true }).getAttribute('aria-label');
  expect(selected()).toMatch(/^Child/);
  store.getState().actions.moveCursor(0);
  await expect.poll(selected).toMatch(/^Root/);
  store.getState().actions.moveCursor(1);
  await userEvent.click(await screen.findByRole('treeitem', { name: /^Root/ }));
  expect(selected()).toMatch(/^Root/);
});

test('a context is not shown at turns before it was derived', async () => {
  await showPanel(<SharingView />, { text, view: { turn: 0 } });
  expect(await screen.findByRole('treeitem', { name: 'Root, state A, session S1' })).toBeTruthy();
});

test('a state that was exported at the end names neither a writer nor a turn', async () => {
  const event = {
    id: 'e1',
    type: 'user_message',
    author: 'user',
    branch: '',
    content: { parts: [{ type: 'text', text: 'hi' }] },
  };
  const session = { id: 's', app_name: 'a', user_id: 'u', state: { persisted: true }, events: [event] };
  const context = { session_id: 's', agent_name: 'RootAgent', branch: '', state: { user_name: 'Alice' }, session };
  await showPanel(<SharingView />, { text: JSON.stringify(context), view: { turn: 0 } });
  const row = within(await screen.findByRole('table', { name: 'State A' })).getByRole('row', { name: /^user_name/ });
  expect(cellsOf(row)).toEqual(['"Alice"', 'exported at the end', '–']);
  expect(row.dataset['new']).toBe('false');
});
