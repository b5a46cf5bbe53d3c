import { fireEvent, screen, within } from '@testing-library/react';
import userEvent from '@testing-library/user-event';
import { afterEach, beforeEach, expect, test } from 'vitest';
import { giveElementsSize } from '../../ui/testing.ts';
import { endPanels, showPanel } from '../testing.tsx';
import { TemplatesView } from './TemplatesView.tsx';

let restore = () => {};
beforeEach(() => {
  restore = giveElementsSize({ width: 480, height: 480 });
});
afterEach(() => {
  endPanels();
  restore();
});

/** Turns: 0 llm, 1 log_meal, 2 llm. */
const events = [
  { type: 'agent-spoke', template: 'Hi {{user.name}}!', text: 'Hi Asha!' },
  { type: 'tool-called', tool: 'log_meal', params: { meal: 'Lunch' } },
  { type: 'agent-spoke', template: '{{params.meal}} for {{user.nick}}, {{user.gone}}.', text: 'Lunch for you.' },
];

const show = (turn: number, said: readonly unknown[] = events) =>
  showPanel(<TemplatesView />, {
    text: JSON.stringify({
      format: 'contextscope/session',
      version: 1,
      system: 'voice',
      header: {
        title: 'a call',
        context: { user: { name: 'Asha' } },
        variables: [{ name: 'user.nick', default: 'you' }],
      },
      events: said,
    }),
    view: { turn },
  });

const filled = async () => (await screen.findByRole('heading', { name: /^Filled at/ })).closest('section');
const rows = async () => within(await screen.findByRole('list', { name: 'Values' })).findAllByRole('listitem');

test('the template used last is filled, with each value, its writer and the gaps', async () => {
  await show(2);
  await expect.poll(async () => (await filled())?.textContent).toContain('Lunch for you, {{user.gone}}.');
  expect(screen.getByRole('status', { name: 'Placeholders' }).textContent).toBe('1 filled, 1 by default, 1 gap');
  const [meal, nick, gone] = await rows();
  expect(meal?.textContent).toContain('"Lunch"call of log_meal turn 1');
  expect(nick?.textContent).toContain('"you"default');
  expect(gone?.textContent).toContain('not filled: there is no such value');
  expect(gone?.textContent).toContain('never written');
});

test('another template can be chosen in the list, and shows when it was used', async () => {
  const store = await show(2);
  await userEvent.click(await screen.findByText('Hi {{user.name}}!'));
  await expect.poll(async () => (await filled())?.textContent).toContain('Hi Asha!');
  await userEvent.click(screen.getByRole('button', { name: 'used at turn 0' }));
  expect(store.getState().turn).toBe(0);
});

test('a text can be tried and cleared', async () => {
  await show(2);
  const field = await screen.findByRole('textbox', { name: 'Try a template' });
  fireEvent.change(field, { target: { value: 'Dear {{user.name}} of {{usr.x}}' } });
  await expect.poll(async () => (await filled())?.textContent).toContain('Dear Asha of {{usr.x}}');
  expect((await rows())[1]?.textContent).toContain('did you mean user.x?');
  await userEvent.click(screen.getByRole('button', { name: 'Clear' }));
  await expect.poll(async () => (await filled())?.textContent).toContain('Lunch for');
});

test('the text can be shown as written', async () => {
  await show(2);
  await userEvent.click(await screen.findByRole('radio', { name: 'as written' }));
  expect((await filled())?.textContent).toContain('{{params.meal}} for {{user.nick}}, {{user.gone}}.');
});

test('a path links to the state, and a writer to its turn', async () => {
  const store = await show(2);
  const list = await screen.findByRole('list', { name: 'Values' });
  await userEvent.click(within(list).getByRole('button', { name: 'params.meal' }));
  expect(store.getState()).toMatchObject({ tab: 'state', root: 'system', path: ['call', 'params', 'meal'] });
  await userEvent.click(within(list).getByRole('button', { name: 'turn 1' }));
  expect(store.getState().turn).toBe(1);
});

test('arrow keys move between the buttons of the list, which is one tab stop', async () => {
  await show(2);
  const path = await screen.findByRole('button', { name: 'params.meal' });
  path.focus();
  await userEvent.keyboard('{ArrowDown}');
  expect(document.activeElement?.textContent).toBe('turn 1');
  const stops = within(screen.getByRole('list', { name: 'Values' }))
    .getAllByRole('button')
    .filter((button) => button.tabIndex === 0);
  expect(stops).toEqual([document.activeElement]);
});

test('the text heard in the turn is shown if the turn changed a value afterwards', async () => {
  await show(0, [events[0], { type: 'value-set', path: 'workflow.x', value: 1 }]);
  await filled();
  expect(screen.queryByRole('region', { name: 'Heard in this turn' })).toBeNull();
  endPanels();
  await show(0, [
    { type: 'agent-spoke', template: 'x is {{workflow.x}}', text: 'x is {{workflow.x}}' },
    { type: 'value-set', path: 'workflow.x', value: 1 },
  ]);
  expect((await screen.findByRole('region', { name: 'Heard in this turn' })).textContent).toContain(
    'x is {{workflow.x}}',
  );
});

test('a call without templates shows why, and a template can be tried', async () => {
  await show(0, [{ type: 'agent-spoke', text: 'Hi' }]);
  expect(await screen.findByText('No text with {{placeholders}} was recorded up to turn 0.')).toBeTruthy();
  expect(screen.getByRole('textbox', { name: 'Try a template' })).toBeTruthy();
});
