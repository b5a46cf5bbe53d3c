import { act, screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, describe, expect, test } from 'vitest';
import { writeSessionFile } from '../../engine/model/session-file.ts';
import { sessionOf } from '../../engine/model/testing.ts';
import { keepCursor } from '../../state/liveView.ts';
import type { SessionChoice } from '../../state/view/sessions.ts';
import type { EngineClient } from '../../worker/connect.ts';
import { endPanels, refundsOf, showGrowing, showPanel } from '../testing.tsx';
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

  test('that are exported states show every place that differs, as rules write it', async () => {
    const user = userEvent.setup();
    const exported = { call_id: 'c1', workflow_id: 'w', agents: {}, user: {}, params: {}, history: [] };
    const textOf = (changed: object) => JSON.stringify({ ...exported, current_agent: 'a', ...changed });
    await compared(
      textOf({ flags: { done: false }, workflow: { n: 1 } }),
      textOf({ flags: { done: true }, workflow: { n: 99 } }),
    );
    expect((await differences()).textContent).toContain('Different from the first turn on: 1 changed.');
    expect(screen.getByRole('button', { name: 'First difference' })).toHaveProperty('disabled', false);
    const detail = await screen.findByRole('region', { name: 'Chosen row' });
    expect(detail.textContent).toContain('changed in state');
    await user.click(within(detail).getByRole('button', { name: 'Show the differences of state' }));
    const table = await within(detail).findByRole('table', { name: 'Differences of state' });
    expect(detail.textContent).toContain('2 places differ after turn 0 here');
    expect(
      within(table)
        .getAllByRole('rowheader')
        .map(({ textContent }) => textContent),
    ).toEqual(['call.workflow.n', 'call.flags.done']);
  });

  test('that are exported states are compared again when the user decides otherwise', async () => {
    const exported = '{"call_id":"c1","workflow_id":"w","flags":{},"agents":{},"user":{},"params":{},"history":[],';
    const view = await compared(`${exported}"workflow":{"n":1}}`, `${exported}"workflow":{"n":1.0}}`);
    expect((await differences()).textContent).toContain('1 changed');
    act(() => view.getState().actions.decide('jsonNumbers', 'all-double'));
    await waitFor(async () => expect((await differences()).textContent).not.toContain('changed'));
    expect((await screen.findByRole('region', { name: 'Chosen row' })).textContent).not.toContain('changed');
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

describe('a session that grows', () => {
  /** A voice call in which the user says one word after another, beside a chat of four. Comparisons wait for the gate. */
  async function growing() {
    let comparisons = 0;
    let gate: Promise<unknown> = Promise.resolve();
    const shown = await showGrowing(<ComparePanel />, {
      text: { system: 'voice', given: '{"call_id": "call-9"}' },
      beside: writeSessionFile(sessionOf('user: one\n user: two\n user: three\n user: four')),
      view: { session: choiceOf('r1'), compared: [choiceOf('r1'), choiceOf('s2')], main: 'compare', turn: 'newest' },
      through: (engine) =>
        new Proxy(engine, {
          get: (target, name: keyof EngineClient) =>
            name === 'compare'
              ? async (...asked: Parameters<EngineClient['compare']>) => {
                  comparisons += 1;
                  await gate;
                  return target.compare(...asked);
                }
              : target[name],
        }),
    });
    let { outline } = shown;
    await settled('4 only there');
    return {
      view: shown.view,
      comparisons: () => comparisons,
      /** Returns a function that lets the comparisons go on. */
      close: () => {
        let open: (value: null) => void = () => {};
        gate = new Promise((resolve) => (open = resolve));
        return () => open(null);
      },
      says: async (word: string) => {
        await shown.engine.perform({ session: outline.ref, call: { line: `call.user_says("${word}")` } });
        keepCursor(shown.view, { outline, starter: null, firstHit: null }, { moves: [] });
        outline = await shown.engine.openSession({ source: 'r1', entry: 0 });
        shown.grow(outline);
      },
    };
  }
  // A comparison that takes long is followed by a rest of four times as long.
  const patient = { timeout: 30_000 };
  const chosen = () => screen.queryByRole('region', { name: 'Chosen row' })?.textContent ?? 'none';
  const settled = (words: string) =>
    waitFor(async () => expect((await differences()).textContent).toContain(words), patient);

  test('keeps its comparison and its rows on the screen until the next one is there', async () => {
    const { says, close, comparisons } = await growing();
    await says('one');
    await settled('3 only there');
    await waitFor(() => expect(chosen()).toContain('turn 0 here, turn 0 there'));
    const before = comparisons();
    const open = close();
    for (const word of ['two', 'three', 'four']) await says(word);
    await waitFor(() => expect(comparisons()).toBe(before + 1));
    expect((await differences()).textContent).toContain('3 only there');
    expect(chosen()).toContain('turn 0 here, turn 0 there');
    open();
    await settled('All turns are the same');
    // What arrived in between is compared once.
    expect(comparisons()).toBeLessThanOrEqual(before + 2);
    expect(chosen()).toContain('turn 3 here, turn 3 there');
  });

  test('keeps the chosen row, whether it has a turn of this session or not', async () => {
    const user = userEvent.setup();
    const { says, view } = await growing();
    await says('one');
    await settled('3 only there');
    await user.click(screen.getByRole('button', { name: /Next difference/ }));
    await waitFor(() => expect(chosen()).toMatch(/only there.*two/));
    await says('zero');
    await says('zero');
    await settled('2 changed, 1 only there');
    // The newest turn is 2, which the cursor follows.
    expect(chosen()).toContain('turn 1 here, turn 1 there');
    act(() => view.getState().actions.moveCursor(0));
    await says('four');
    await settled('then 2 changed.');
    expect(chosen()).toContain('turn 0 here, turn 0 there');
  });
});
