import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { endPanels, showPanel } from '../testing.tsx';
import { LayersView } from './LayersView.tsx';

afterEach(endPanels);

const said = (role: string) => ({
  type: 'item-appended',
  item: { type: 'message', role, content: [{ type: 'output_text', text: 'hi' }] },
});
const usage = (history: number, ...layers: readonly object[]) => ({
  type: 'window-measured',
  usage: { modelId: 'm', layers, systemPromptTokens: 5, toolsTokens: 0, historyTokens: history, totalUsedTokens: 0 },
});
const called = { type: 'model-called', responded: 1, usage: { inputTokens: 30, outputTokens: 4 } };

/** Turns: 0 the user, 1 the model with a layer in its window, 2 the user, 3 the model without. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'noetic',
  header: {
    title: 'layers',
    context: {
      layers: {
        spending: {
          state: { total: 0 },
          data: { total: 'total' },
          functions: { spend: { adds: 'total', arg: 'amount' } },
          scope: 'thread',
          budget: { max: 30 },
        },
      },
    },
  },
  events: [
    said('user'),
    said('assistant'),
    called,
    usage(40, { layerId: 'spending', tokenCount: 35, items: [] }),
    { type: 'layer-state-set', layer: 'spending', state: { total: 12 }, by: 'spend' },
    said('user'),
    said('assistant'),
    called,
    usage(60),
  ],
});

const table = () =>
  within(screen.getByRole('region', { name: 'Context window' }))
    .getAllByRole('row')
    .map((row) => [...row.children].map((cell) => cell.textContent));

test('the latest call’s window is a table of its parts and names layers that are missing from it', async () => {
  await showPanel(<LayersView />, { text, view: { turn: 3 } });
  await screen.findByRole('slider', { name: 'Model call' });
  expect(table()).toEqual([
    ['part', 'tokens', 'share', 'grew'],
    ['instructions', '5', '7.7 %', '·'],
    ['tools', '0', '0 %', '·'],
    ['history', '60', '92 %', '+20'],
    ['total', '0', '', ''],
  ]);
  const words = screen.getByRole('list', { name: 'How it adds up' }).textContent;
  expect(words).toContain('also: spending (35)');
  expect(words).toContain('The recorded total is 0, 65 fewer than its parts.');
});

test('with the keyboard: the previous call is chosen, whose layer took more than its budget', async () => {
  await showPanel(<LayersView />, { text, view: { turn: 3 } });
  (await screen.findByRole('slider', { name: 'Model call' })).focus();
  await userEvent.keyboard('{ArrowLeft}');
  expect(await screen.findByText('spending took 5 more than its budget of 30.')).toBeTruthy();
  expect(screen.getByRole('slider').getAttribute('aria-valuetext')).toBe('call 1 of 2, turn 1, 80 tokens');
});

test('with a limit, the remaining tokens are shown', async () => {
  const store = await showPanel(<LayersView />, { text, view: { turn: 1 } });
  await userEvent.type(await screen.findByRole('textbox', { name: /Limit/ }), '1k');
  expect(store.getState().windowLimit).toBe(1000);
  expect(screen.getByText(/^Of the limit of/)).toBeTruthy();
});

test('a layer shows its declaration, state, projections, functions and its last change', async () => {
  const store = await showPanel(<LayersView />, { text, view: { turn: 1 } });
  const layer = await screen.findByRole('article', { name: 'spending' });
  const facts = [...layer.querySelectorAll('dt')].map(
    (name) => `${name.textContent}: ${name.nextSibling?.textContent}`,
  );
  expect(facts).toEqual([
    'scope: "thread"',
    'budget: {"max": 30}',
    'state: {"total": 12}',
    'total: 12',
    'spend(): adds its “amount” to “total” and returns the sum',
    'set: 1 time, last in turn 1 by spend()',
    'window: 35 tokens of 30 in call 1',
  ]);
  await userEvent.click(within(layer).getByRole('button', { name: 'ctx.layers.spending' }));
  expect(store.getState()).toMatchObject({ tab: 'state', path: ['ctx', 'layers', 'spending'] });
});

test('before the first call, a message says that there is no window', async () => {
  await showPanel(<LayersView />, { text, view: { turn: 0 } });
  expect(await screen.findByText('No model was called in root up to turn 0, so no window was filled.')).toBeTruthy();
});

test('growth is shown only between two recorded windows, and a part without a count is unknown', async () => {
  const item = (role: string, kind: string, id: string) => ({
    id,
    status: 'completed',
    type: 'message',
    role,
    content: [{ type: kind, text: 'hello' }],
  });
  const items = [
    item('user', 'input_text', 'i1'),
    { id: 'f1', type: 'function_call', status: 'completed', callId: 'c1', name: 'search', arguments: '{}' },
    { id: 'o1', type: 'function_call_output', status: 'completed', callId: 'c1', output: '{}' },
    item('assistant', 'output_text', 'i2'),
  ];
  const layers = [{ layerId: 'plan', tokenCount: 42, items: [] }];
  const window = { modelId: 'm', layers, systemPromptTokens: null, toolsTokens: 8, historyTokens: 37 };
  const answer = { items, usage: { inputTokens: 9, outputTokens: 3 }, text: 'hello', lastLayerUsage: window };
  await showPanel(<LayersView />, { text: JSON.stringify(answer), view: { turn: 3 } });
  await screen.findByRole('slider', { name: 'Model call' });
  expect(table()).toEqual([
    ['part', 'tokens', 'share', 'grew'],
    ['instructions', 'unknown', '–', '–'],
    ['tools', '8', '9.2 %', '–'],
    ['layer plan', '42', '48 %', '–'],
    ['history', '37', '43 %', '–'],
    ['total', '87 or more', '', ''],
  ]);
  const words = screen.getByRole('list', { name: 'How it adds up' }).textContent;
  expect(words).toContain('Not recorded, and therefore not in the sum: instructions.');
});
