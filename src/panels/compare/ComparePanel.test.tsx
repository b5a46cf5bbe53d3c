import { screen, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import type { SessionChoice } from '../../state/view/sessions.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { ComparePanel } from './ComparePanel.tsx';

afterEach(endPanels);

const choiceOf = (source: string): SessionChoice => ({ kind: 'source', source, entry: 0 });

/** Turns: 0 input, 1 model, then a refund for each amount, then an answer. */
const compared = (here: string, there: string, turn = 0) =>
  showPanel(<ComparePanel />, {
    text: here,
    beside: there,
    view: { session: choiceOf('s1'), compared: [choiceOf('s1'), choiceOf('s2')], main: 'compare', turn },
    starter: { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' },
  });

const differences = () => screen.findByRole('status', { name: 'Differences' });

describe('two sessions', () => {
  test('are summed up in a sentence, with what the rule does in each', async () => {
    await compared(refundsOf(10, 1200), refundsOf(10, 20, 30));
    expect((await differences()).textContent).toContain('Same until turn 1; then 2 changed, 1 only there.');
    await screen.findByText(/the rule blocks 1 more/);
  });

  test('of the same turns say so, and have no difference to go to', async () => {
    await compared(refundsOf(10), refundsOf(10));
    expect((await differences()).textContent).toContain('All turns are the same.');
    expect(screen.getByRole('button', { name: 'First difference' })).toHaveProperty('disabled', true);
  });

  test('show the words that differ in the chosen row', async () => {
    await compared(refundsOf(10), refundsOf(12), 2);
    const detail = await screen.findByRole('region', { name: 'Chosen row' });
    expect(detail.textContent).toContain('changed in arguments, result');
    const row = within(detail).getByRole('row', { name: /amount/ });
    expect(
      within(row)
        .getAllByRole('mark')
        .map(({ textContent }) => textContent),
    ).toEqual(['10', '12']);
  });

  test('share their cursor with the page, and keep it where a turn is only in the other session', async () => {
    const user = userEvent.setup();
    const view = await compared(refundsOf(10), refundsOf(10, 20));
    await differences();
    await user.click(screen.getByRole('button', { name: 'First difference' }));
    expect(view.getState().turn).toBe(1);
    await user.click(screen.getByRole('button', { name: /Next difference/ }));
    expect(view.getState().turn).toBe(2);
    const detail = await screen.findByRole('region', { name: 'Chosen row' });
    expect(detail.textContent).toContain('only there');
    expect(detail.textContent).toContain('turn 3 there');
  });

  test('go from difference to difference with the keys of flips', async () => {
    const user = userEvent.setup();
    const view = await compared(refundsOf(10, 20, 30, 40), refundsOf(11, 20, 31, 40));
    await differences();
    screen.getByRole('grid', { name: 'Aligned turns' }).focus();
    await user.keyboard(']');
    expect(view.getState().turn).toBe(2);
    await user.keyboard(']');
    expect(view.getState().turn).toBe(4);
    await user.keyboard('[[');
    expect(view.getState().turn).toBe(2);
  });

  test('show the differences of state after the chosen row on demand', async () => {
    const user = userEvent.setup();
    await compared(refundsOf(10), refundsOf(12), 2);
    await user.click(await screen.findByRole('button', { name: 'Show the differences of state' }));
    const table = await screen.findByRole('table', { name: 'Differences of state' });
    expect(within(table).getAllByRole('row').length).toBeGreaterThan(1);
  });

  test('are swapped at the same row', async () => {
    const user = userEvent.setup();
    const view = await compared(refundsOf(10), refundsOf(10, 20), 3);
    await differences();
    await user.click(screen.getByRole('button', { name: 'Swap' }));
    expect(view.getState()).toMatchObject({ session: choiceOf('s2'), turn: 4 });
  });

  test('are no longer compared after Stop', async () => {
    const user = userEvent.setup();
    const view = await compared(refundsOf(10), refundsOf(10, 20));
    await differences();
    await user.click(screen.getByRole('button', { name: 'Stop' }));
    expect(view.getState()).toMatchObject({ compared: null, main: 'transcript' });
  });
});
