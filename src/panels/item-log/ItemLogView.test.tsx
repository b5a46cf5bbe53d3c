import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { ItemLogView } from './ItemLogView.tsx';
// Loaded beforehand, so that no test waits for it.
import '../../engine/systems/noetic/index.ts';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const said = (id: string, role: string, ...parts: readonly object[]) => ({
  type: 'item-appended',
  item: { id, type: 'message', role, status: 'completed', content: parts },
});
const item = (fields: object) => ({ type: 'item-appended', item: { status: 'completed', ...fields } });
const long = 'x'.repeat(5000);

/** Turns: 0 the user, 1 the model, 2 an output, 3 the model in a child. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'noetic',
  header: { title: 'a log', context: { items: [{ id: 'g', type: 'message', role: 'system', content: 'be kind' }] } },
  events: [
    said(
      'u',
      'user',
      { type: 'input_text', text: 'look at this' },
      { type: 'input_image', imageUrl: 'https://x/y.png', detail: 'low' },
    ),
    item({ id: 'r', type: 'reasoning', summary: [{ type: 'summary_text', text: 'an image' }] }),
    item({ id: 'c', type: 'function_call', callId: '1', name: 'look', arguments: '{"at": "y"}' }),
    item({ id: 'o', type: 'function_call_output', callId: '1', output: long, status: 'failed' }),
    item({ id: 'e', type: 'noetic:analytics', data: { n: 1 } }),
    { type: 'context-created', node: 'child', how: 'spawn' },
    { ...said('a', 'assistant', { type: 'refusal', refusal: 'no' }), node: 'child' },
  ],
});

const rows = () => {
  const grid = screen.queryByRole('grid', { name: 'Items' });
  if (grid === null) return [];
  const [, ...shown] = within(grid).getAllByRole('row');
  return shown.map((row) =>
    within(row)
      .getAllByRole('gridcell')
      .slice(0, 4)
      .map((cell) => cell.textContent.slice(0, 24)),
  );
};

test('items of every type are in the log with their text and the turn that appended them', async () => {
  await showPanel(<ItemLogView />, { text, view: { turn: 2 } });
  await expect.poll(rows).toEqual([
    ['0', 'system', 'be kind', 'start'],
    ['1', 'user', 'look at this', '0'],
    ['2', 'reasoning', 'an image', '1'],
    ['3', 'call', 'look({"at": "y"})', '1'],
    ['4', 'output', `failed${'x'.repeat(18)}`, '2'],
    ['5', 'noetic:analytics', '{"n": 1}', '2'],
  ]);
  expect(screen.getAllByRole('button', { name: 'Turn 2, this one' })).toHaveLength(2);
});

test('the log can be filtered by kind', async () => {
  await showPanel(<ItemLogView />, { text, view: { turn: 2 } });
  await screen.findByText('be kind');
  await userEvent.click(screen.getByRole('radio', { name: 'calls 1' }));
  await expect.poll(rows).toEqual([['3', 'call', 'look({"at": "y"})', '1']]);
});

test('with the keyboard: an item opens with all its parts, and a long text in full', async () => {
  await showPanel(<ItemLogView />, { text, view: { turn: 2 } });
  await screen.findByText('be kind');
  screen.getByRole('grid', { name: 'Items' }).focus();
  await userEvent.keyboard('{Home}{ArrowDown}');
  const user = await screen.findByRole('group', { name: 'Item 1' });
  expect(within(user).getByRole('region', { name: 'content[0]' }).textContent).toContain('look at this');
  expect(within(user).getByRole('region', { name: 'content[1]' }).textContent).toBe(
    'content[1]input_imagehttps://x/y.pngdetaillow',
  );
  await userEvent.keyboard('{End}{ArrowUp}');
  const output = await screen.findByRole('group', { name: 'Item 4' });
  const shown = () => within(output).getByRole('region', { name: 'output' }).querySelector('pre')?.textContent.length;
  expect(shown()).toBe(4000);
  await userEvent.click(within(output).getByRole('button', { name: 'Show the whole texts' }));
  await expect.poll(shown).toBe(5000);
});

test('a turn’s number moves the cursor, and a path shows the item in the state', async () => {
  const store = await showPanel(<ItemLogView />, { text, view: { turn: 2 } });
  await screen.findByText('be kind');
  await userEvent.click((await screen.findAllByRole('button', { name: 'Go to turn 1' }))[0] as HTMLElement); // there is one
  expect(store.getState().turn).toBe(1);
  await userEvent.click(await screen.findByRole('button', { name: 'ctx.itemLog.items[3]' }));
  expect(store.getState()).toMatchObject({ tab: 'state', root: 'system', path: ['ctx', 'itemLog', 'items', 3] });
});

test('the log is that of the turn’s context until another is chosen, and a context that does not exist yet is reported', async () => {
  const store = await showPanel(<ItemLogView />, { text, view: { turn: 3 } });
  expect(await screen.findByRole('option', { name: 'of this turn: child' })).toBeTruthy();
  await expect.poll(rows).toEqual([['0', 'assistant', 'no', '3']]);
  await userEvent.selectOptions(screen.getByRole('combobox', { name: 'Context' }), 'child');
  store.getState().actions.moveCursor(1);
  expect(await screen.findByText('The context child had not been made at turn 1.')).toBeTruthy();
});
