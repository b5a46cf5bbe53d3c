import { act, screen, waitFor } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, expect, test } from 'vitest';
import { giveMedia } from '../../ui/testing.ts';
import type { Rule } from '../../worker/protocol.ts';
import { endPanels, refundsOf, showPanel } from '../testing.tsx';
import { TimelinePanel } from './TimelinePanel.tsx';

giveMedia();
afterEach(endPanels);

const upTo = (amount: number): Rule => ({
  expression: `input.amount <= ${amount}`,
  hook: 'middleware.before',
  match: 'refund',
});
const text = refundsOf(50, 1200, 70, 900);

const draft = () => screen.findByRole('slider', { name: 'draft' });

test('a ribbon is one slider over all turns, and describes the turn at the cursor', async () => {
  await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000), turn: 3 } });
  const slider = await draft();
  expect(slider.getAttribute('aria-valuemin')).toBe('0');
  expect(slider.getAttribute('aria-valuemax')).toBe('6');
  expect(slider.getAttribute('aria-valuenow')).toBe('3');
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toBe('turn 3, fires, refund'));
});

test('arrows, Home and End move the cursor', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000), turn: 3 } });
  const user = userEvent.setup();
  (await draft()).focus();
  await user.keyboard('{ArrowRight}');
  expect(store.getState().turn).toBe(4);
  await user.keyboard('{End}');
  expect(store.getState().turn).toBe(6);
  await user.keyboard('{ArrowRight}');
  expect(store.getState().turn).toBe(6);
  await user.keyboard('{Home}{ArrowLeft}');
  expect(store.getState().turn).toBe(0);
});

test('with a baseline, the ribbons show which decisions the draft changes', async () => {
  await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(800), ownBaseline: upTo(1000), turn: 5 } });
  const changed = await screen.findByRole('slider', { name: 'difference' });
  expect(changed.getAttribute('aria-valuetext')).toContain('turn 5, newly blocked');
});

test('the turns of a chosen cell show the cursor’s position, lead to the next turn, and can be left', async () => {
  const view = {
    ownRule: upTo(1000),
    ownBaseline: upTo(60),
    turn: 4,
    walk: { baseline: 'fire', draft: 'pass' },
  } as const;
  const store = await showPanel(<TimelinePanel />, { text, view });
  const walk = await screen.findByRole('group', { name: 'Turns of the chosen cell' });
  expect(walk.textContent).toContain('fires → passes1 of 2 turns');
  const user = userEvent.setup();
  await user.click(screen.getByRole('button', { name: 'Next' }));
  expect(store.getState().turn).toBe(5);
  expect(screen.getByRole<HTMLButtonElement>('button', { name: 'Next' }).disabled).toBe(true);
  await user.click(screen.getByRole('button', { name: 'Leave these turns' }));
  expect(screen.queryByRole('group', { name: 'Turns of the chosen cell' })).toBeNull();
});

test('a draft that equals the baseline has nothing to compare with; the signs of its ribbon are explained there', async () => {
  const view = { ownRule: upTo(800), ownBaseline: upTo(800) };
  const store = await showPanel(<TimelinePanel />, { text, view });
  await draft();
  expect(screen.queryByRole('slider', { name: 'baseline' })).toBeNull();
  expect(screen.getByText('not eligible')).toBeTruthy();
  act(() => store.getState().actions.setRule(upTo(900)));
  expect(await screen.findByRole('slider', { name: 'baseline' })).toBeTruthy();
  expect(screen.queryByText('not eligible')).toBeNull();
});

test('without a rule no sign of a verdict is explained', async () => {
  await showPanel(<TimelinePanel />, { text });
  expect(await screen.findByText('Write a rule to see its verdict at every turn.')).toBeTruthy();
  expect(screen.queryByText('not eligible')).toBeNull();
  expect(screen.queryByText(/^Edit the rule/)).toBeNull();
});

test('the suggested rule is the baseline until another rule is set', async () => {
  const store = await showPanel(<TimelinePanel />, { text, starter: upTo(1000), view: { ownRule: upTo(800) } });
  expect(await screen.findByRole('slider', { name: 'baseline' })).toBeTruthy();
  act(() => store.getState().actions.setBaseline(upTo(800)));
  expect(screen.queryByRole('slider', { name: 'baseline' })).toBeNull();
});

test('an unfinished rule keeps the last valid ribbon and reports it', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000), turn: 3 } });
  const slider = await draft();
  await waitFor(() => expect(slider.getAttribute('aria-valuetext')).toContain('fires'));
  store.getState().actions.setRule({ ...upTo(1000), expression: 'input.amount <=' });
  await waitFor(() =>
    expect(slider.getAttribute('aria-valuetext')).toContain('fires according to the last valid rule'),
  );
  expect(slider.dataset['dimmed']).toBe('true');
});

test('a faulty rule of a policy does not show the previous rule’s ribbon', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000), turn: 3 } });
  await draft();
  act(() => store.getState().actions.choosePolicyRule('other', { expression: '1 <', hook: 'turn', match: null }));
  expect(await screen.findByText('No verdicts yet')).toBeTruthy();
  expect(screen.queryByRole('slider', { name: 'draft' })).toBeNull();
});

test('while a rule is being judged, the ribbon is marked as outdated', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000) } });
  const slider = await draft();
  act(() => store.getState().actions.setRule(upTo(10)));
  expect(slider.dataset['waiting']).toBe('true');
  await waitFor(() => expect(slider.dataset['waiting']).toBe('false'));
});

test('an empty rule shows no ribbon', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000) } });
  await draft();
  store.getState().actions.setRule({ expression: ' ', hook: 'turn', match: null });
  await waitFor(() => expect(screen.queryByRole('slider', { name: 'draft' })).toBeNull());
});

test('turns selected with Shift and the arrows are those that are counted, until Escape', async () => {
  const store = await showPanel(<TimelinePanel />, {
    text,
    view: { ownRule: upTo(800), ownBaseline: upTo(1000), turn: 2 },
  });
  const counts = () => screen.getAllByTitle(/ eligible$/).map(({ title }) => title);
  (await draft()).focus();
  await waitFor(() => expect(counts()).toEqual(['2 fire of 4 eligible', '1 fire of 4 eligible']));
  const user = userEvent.setup();
  await user.keyboard('{Shift>}{ArrowRight}{/Shift}');
  expect(store.getState()).toMatchObject({ turn: 3, range: { first: 2, last: 3 } });
  expect(counts()).toEqual(['1 fire of 2 eligible', '1 fire of 2 eligible']);
  expect(screen.queryByTitle('newly blocked')).toBeNull();
  expect(screen.getByRole('button', { name: 'Clear the selection of turns 2–3' })).toBeTruthy();
  await user.keyboard('{Escape}');
  expect(store.getState().range).toBeNull();
  expect(counts()).toEqual(['2 fire of 4 eligible', '1 fire of 4 eligible']);
});

test('the lanes say in words what they draw', async () => {
  await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000) } });
  const kinds = await screen.findByRole('img', { name: /^kinds: / });
  expect(kinds.getAttribute('aria-label')).toBe('kinds: 1 input, 2 model calls, 4 tool calls');
  expect(screen.queryByRole('img', { name: /^tokens/ })).toBeNull();
});

test('a recording without times says why its axis cannot show them', async () => {
  const store = await showPanel(<TimelinePanel />, { text, view: { ownRule: upTo(1000), axis: 'time' } });
  const time = await screen.findByRole('button', { name: 'time' });
  expect(time.title).toBe('No turn of this recording has a time.');
  expect(time.getAttribute('aria-disabled')).toBe('true');
  await userEvent.setup().click(time);
  expect(screen.getByRole('button', { name: 'turns' }).getAttribute('aria-pressed')).toBe('true');
  expect(store.getState().axis).toBe('time');
});

test('of many contexts those of one name share a lane, which can be unfolded', async () => {
  const names = ['plan', 'search', 'search', 'search', 'check', 'write'];
  const recording = {
    format: 'contextscope/session',
    version: 1,
    system: 'task',
    header: {
      title: 'with children',
      agent: { name: 'desk', namespace: 'test' },
      user: { id: 'u', email: null },
      started_at: '2026-05-20T03:00:00Z',
      nodes: [{ id: 'root', title: 'desk' }, ...names.map((title, at) => ({ id: `${at}`, parent: 'root', title }))],
    },
    events: [...names, ...names].map((_, at) => ({
      type: 'model-called',
      node: at === 0 ? 'root' : `${at % names.length}`,
      tokens: { prompt: 90, completion: 10 },
    })),
  };
  await showPanel(<TimelinePanel />, { text: JSON.stringify(recording), view: { ownRule: upTo(1000) } });
  const search = await screen.findByRole('button', { name: 'search (3 contexts)' });
  expect(search.getAttribute('aria-expanded')).toBe('false');
  expect(screen.getByText('write')).toBeTruthy();
  const kinds = screen.getByRole('img', { name: /^kinds/ });
  expect(kinds.getAttribute('aria-label')).toBe(
    'kinds: 0 inputs, 12 model calls, 0 tool calls; plan; search (3 contexts); check; write',
  );
  await userEvent.setup().click(search);
  expect(search.getAttribute('aria-expanded')).toBe('true');
  expect(screen.getAllByText('search')).toHaveLength(3);
  const tokens = await screen.findByRole('img', { name: /^tokens/ });
  await waitFor(() =>
    expect(tokens.getAttribute('aria-label')).toBe(
      'tokens per model call: the largest has 100, at turn 0; no limit is known: bars are scaled to the largest call',
    ),
  );
});
