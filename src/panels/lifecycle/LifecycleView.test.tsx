import { screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { LifecycleView } from './LifecycleView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

const said = (id: string, role: string, text: string) => ({ message_id: id, role, parts: [{ text }] });

/** Turns: 0 the question, 1 the agent asks back, 2 the answer, 3 the end. */
const text = JSON.stringify({
  format: 'contextscope/session',
  version: 1,
  system: 'a2a',
  header: { title: 'asked back' },
  events: [
    { type: 'task-submitted', task: 't', context: 'c', message: said('m1', 'user', 'Translate') },
    { type: 'turn-started', task: 't' },
    {
      type: 'turn-ended',
      task: 't',
      by: 'request_input',
      state: 'input-required',
      message: said('a1', 'agent', 'Into which language?'),
    },
    { type: 'message-received', task: 't', message: said('m2', 'user', 'German') },
    { type: 'turn-started', task: 't' },
    { type: 'turn-ended', task: 't', by: 'respond', state: 'completed', message: said('a2', 'agent', 'Fertig') },
  ],
});

const stepsOf = (grid: HTMLElement) =>
  within(grid)
    .getAllByRole('row')
    .slice(1)
    .map((row) =>
      within(row)
        .getAllByRole('gridcell')
        .map((cell) => cell.textContent)
        .join(' '),
    );

test('the view shows a task’s state, the reason, and the allowed operations', async () => {
  await showPanel(<LifecycleView />, { text, view: { turn: 1 } });
  const state = await screen.findByText('input-required', { selector: 'strong' });
  expect(state.closest('p')?.textContent).toMatch(/^\w+: input-required since turn 1, by /);
  expect(screen.getByText('Into which language?', { selector: 'p *' })).toBeDefined();
  const moves = within(screen.getByRole('list', { name: 'Allowed now' })).getAllByRole('listitem');
  expect(moves.map((move) => move.textContent)).toEqual([
    expect.stringMatching(/^follow_up→ working/),
    expect.stringMatching(/^send→ submitted/),
    expect.stringMatching(/^cancelstays/),
    expect.stringMatching(/^force_cancel→ canceled/),
  ]);
});

test('the path is listed up to the cursor, and choosing a step moves the cursor to its turn', async () => {
  const view = await showPanel(<LifecycleView />, { text, view: { turn: 3 } });
  const grid = await screen.findByRole('grid', { name: 'Path' });
  expect(await within(grid).findByText('Fertig')).toBeDefined();
  expect(stepsOf(grid)).toEqual([
    '1 0 submitted task-submitted Translate',
    '2 0 working turn-started ',
    '3 1 input-required request_input Into which language?',
    '4 2 submitted message-received German',
    '5 2 working turn-started ',
    '6 3 completed respond Fertig',
  ]);
  await userEvent.click(within(grid).getByText('Into which language?'));
  expect(view.getState().turn).toBe(1);
  expect(await screen.findByText('input-required', { selector: 'strong' })).toBeDefined();
  expect(grid.getAttribute('aria-rowcount')).toBe('4');
});

test('arrow keys move along the path, also through steps of one turn', async () => {
  const view = await showPanel(<LifecycleView />, { text, view: { turn: 2 } });
  const grid = await screen.findByRole('grid', { name: 'Path' });
  await within(grid).findByText('German');
  grid.focus();
  await userEvent.keyboard('{ArrowUp}');
  const selected = () =>
    within(grid)
      .getAllByRole('row')
      .findIndex((row) => row.getAttribute('aria-selected') === 'true');
  expect([view.getState().turn, selected()]).toEqual([2, 4]);
  await userEvent.keyboard('{ArrowUp}');
  expect(view.getState().turn).toBe(1);
});

test('the diagram has a text version, and the state’s path can be focused', async () => {
  const view = await showPanel(<LifecycleView />, { text, view: { turn: 3 } });
  await screen.findByRole('img', {
    name: 'States and the path taken',
    description: /submitted to working by new_task, follow_up, pick_up: taken 2 times \(steps 2, 5\)\./,
  });
  expect(
    within(screen.getByRole('region', { name: 'Moves' })).getByText('Nothing: completed is a final state.'),
  ).toBeDefined();
  await userEvent.click(screen.getByRole('button', { name: 'Show ctx.state in the state' }));
  expect(view.getState().path).toEqual(['ctx', 'state']);
});

test('in a run an allowed operation is written into the call and not performed', async () => {
  const given = JSON.stringify({ message: { message_id: 'm1', parts: [{ text: 'Translate' }] } });
  const view = await showPanel(<LifecycleView />, { text: { system: 'a2a', given } });
  await userEvent.click(await screen.findByRole('button', { name: 'Write request_input into the run’s call' }));
  expect(view.getState().call).toEqual({ form: { as: '', on: '', op: 'request_input', args: {} } });
  expect(screen.getByRole('status').textContent).toBe('request_input is now in the run’s call.');
});

test('a recording takes no calls', async () => {
  await showPanel(<LifecycleView />, { text, view: { turn: 1 } });
  const moves = await screen.findByRole('list', { name: 'Allowed now' });
  expect(within(moves).queryByRole('button')).toBeNull();
});
