import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { NamespacesView } from './NamespacesView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 900 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 input, 1 log_meal, 2 input, 3 hang_up. */
const events = [
  { type: 'user-spoke', text: 'rice' },
  { type: 'tool-called', tool: 'log_meal', params: { meal: 'Lunch' } },
  { type: 'value-appended', path: 'workflow.meals', value: 'rice' },
  { type: 'value-set', path: 'user.name', value: 'X' },
  { type: 'flag-changed', flag: 'done', value: true },
  { type: 'tool-ended', outcome: 'ok' },
  { type: 'handoff-triggered', target: 'closer' },
  { type: 'user-spoke', text: 'bye' },
  { type: 'agent-switched', agent: 'closer' },
  { type: 'agent-state-set', agent: 'closer', key: 'asked', value: 1 },
  { type: 'tool-called', tool: 'hang_up', params: {} },
];

const recording = (context: object, more: readonly object[]) =>
  JSON.stringify({
    format: 'contextscope/session',
    version: 1,
    system: 'voice',
    header: { title: 'a call', context },
    events: [...events, ...more],
  });

const show = (turn: number, ...more: readonly object[]) =>
  showPanel(<NamespacesView />, {
    text: recording({ current_agent: 'greeter', user: { name: 'Asha' }, workflow: { meals: ['idli'] } }, more),
    view: { turn },
  });

const line = (name: RegExp) => screen.findByRole('treeitem', { name });

test('each namespace shows its rule, and each key its value, its writer and the turn', async () => {
  await show(1);
  expect(await line(/^user, immutable, 1 entry$/)).toBeTruthy();
  expect(await line(/^workflow, shared, 1 entry, 1 write by this turn$/)).toBeTruthy();
  expect(await line(/^params, one tool call, 1 entry, 1 write by this turn$/)).toBeTruthy();
  expect(await line(/^name: "Asha", by the start, before turn 0$/)).toBeTruthy();
  expect(await line(/^meals: .*, written by this turn, by action of log_meal, turn 1$/)).toBeTruthy();
});

test('a key expands to its earlier writes, and each links to its turn', async () => {
  const store = await show(3);
  const tree = await screen.findByRole('tree', { name: 'Namespaces' });
  await userEvent.click(await line(/^meals: /));
  expect(store.getState().path).toEqual(['call', 'workflow', 'meals']);
  tree.focus();
  await userEvent.keyboard('{ArrowRight}');
  expect(await line(/^start workflow\.meals: \["idli"\], by the start, before turn 0$/)).toBeTruthy();
  await userEvent.keyboard('{ArrowRight}{Enter}');
  expect(store.getState().turn).toBe(1);
});

test('a chosen key shows its full value and a link to the state', async () => {
  const store = await show(1);
  await userEvent.click(await line(/^meals: /));
  const chosen = await screen.findByRole('group', { name: 'Focused value' });
  await expect.poll(() => within(chosen).getByLabelText('Value').textContent).toContain('"rice"');
  await userEvent.click(within(chosen).getByRole('button', { name: 'In the state' }));
  expect(store.getState()).toMatchObject({ tab: 'state', root: 'system', path: ['call', 'workflow', 'meals'] });
});

test('a turn is reached by its number', async () => {
  const store = await show(3);
  const meals = await line(/^meals: /);
  await userEvent.click(within(meals).getByRole('button', { name: 'Go to turn 1' }));
  expect(store.getState().turn).toBe(1);
});

test('a namespace can be closed and opened; the history is closed at first', async () => {
  await show(1);
  const history = await line(/^history, read-only/);
  expect(history.getAttribute('aria-expanded')).toBe('false');
  await userEvent.click(history);
  screen.getByRole('tree', { name: 'Namespaces' }).focus();
  await userEvent.keyboard('{ArrowRight}');
  expect((await line(/^history, read-only/)).getAttribute('aria-expanded')).toBe('true');
  expect(await line(/^\[4\]: .*handoff/)).toBeTruthy();
});

test('more keys than are fetched at first can be shown with one click', async () => {
  restore();
  restore = giveElementsSize({ width: 480, height: 4000 });
  const params = Object.fromEntries(Array.from({ length: 150 }, (_, i) => [`k${i}`, i]));
  await show(4, { type: 'tool-called', tool: 'wide', params });
  await userEvent.click(await line(/^50 more: show some$/));
  await expect.poll(() => screen.queryByRole('treeitem', { name: /more: show some/ })).toBeNull();
});

test('refused writes are listed with the reason', async () => {
  const store = await show(3);
  const list = await screen.findByRole('list', { name: 'Refused writes' });
  const [refusal] = within(list).getAllByRole('listitem');
  expect(refusal?.textContent).toContain('user.name');
  expect(refusal?.textContent).toContain('User data is immutable during the call');
  expect(refusal?.textContent).toContain('action of log_meal');
  await userEvent.click(within(list).getByRole('button', { name: 'Go to turn 1' }));
  expect(store.getState().turn).toBe(1);
});

test('the agent with control is shown with the turn in which it took over', async () => {
  const store = await show(2);
  await userEvent.click(await screen.findByRole('button', { name: 'since turn 2' }));
  expect(store.getState().turn).toBe(2);
});

test('an exported context does not say since when its agent has control, or when a value was written', async () => {
  const text = JSON.stringify({
    call_id: 'c1',
    current_agent: 'closer',
    workflow: { meals: [] },
    agent_history: ['greeter'],
  });
  await showPanel(<NamespacesView />, { text });
  expect(await line(/^meals: \[\]$/)).toBeTruthy();
  expect(screen.getByText('closer').parentElement?.textContent).toBe('closer has control');
});

test('a requested handoff is shown before it happens', async () => {
  await show(1);
  expect(await screen.findByText(/handoff to/)).toBeTruthy();
  expect(screen.getByRole('button', { name: 'at turn 1' })).toBeTruthy();
});

test('parts that an export does not have are not recorded, and not empty', async () => {
  await showPanel(<NamespacesView />, {
    text: '{"call_id":"c","flags":{"on":true},"workflow":{"x":1,"y":2},"params":{"a":1,"b":"cut',
    view: { turn: 0 },
  });
  expect(await line(/^flags, booleans, 1 entry$/)).toBeTruthy();
  expect(await line(/^params, one tool call, 1 entry or more$/)).toBeTruthy();
  expect(await line(/^agents, isolated, not recorded$/)).toBeTruthy();
  expect(await line(/^history, read-only, not recorded$/)).toBeTruthy();
  expect(screen.getByText('the agent that has control was not recorded')).toBeTruthy();
});

test('a flag or agent that does not fit is counted beside its namespace, with its key in the state', async () => {
  const exported = {
    call_id: 'c',
    user: { a: 1 },
    workflow: {},
    params: {},
    history: [],
    flags: { a: true, b: 'yes', c: null },
    agents: { 'meal-agent': null, x: [1] },
    current_agent: 'meal-agent',
    agent_history: ['greeter', 'meal-agent'],
  };
  await showPanel(<NamespacesView />, { text: JSON.stringify(exported) });
  expect(await line(/^flags, booleans, 1 entry, 2 kept aside: “flags.b”, “flags.c”$/)).toBeTruthy();
  const agents = await line(/^agents, isolated, 0 entries, 2 kept aside: “agents.meal-agent”, “agents.x”$/);
  expect(agents.textContent).toContain('+2 kept aside');
  expect(await line(/^user, immutable, 1 entry$/)).toBeTruthy();
});
