import { screen, waitFor, within } from '@testing-library/react';
import { userEvent } from '@testing-library/user-event';
import { afterEach, beforeAll, expect, test, vi } from 'vitest';
import { giveDialogs, giveMedia } from '../../../ui/testing.ts';
import { type EngineClient, ProblemError } from '../../../worker/connect.ts';
import type { View } from '../../../state/view.ts';
import { endPanels, refundsOf, showGrowing, showPanel } from '../../testing.tsx';
import { EnginesDialog } from './EnginesDialog.tsx';

beforeAll(() => {
  giveMedia();
  giveDialogs();
});
afterEach(endPanels);

const text = refundsOf(50, 1200, 70);
const ownRule = (expression: string) => ({ expression, hook: 'middleware.before', match: null }) as const;

async function shown(expression: string, through?: (engine: EngineClient) => EngineClient) {
  const onClose = vi.fn<() => void>();
  const view: Partial<View> = { ownRule: ownRule(expression) };
  const store = await showPanel(<EnginesDialog onClose={onClose} />, { text, view, ...(through && { through }) });
  return { store, onClose, user: userEvent.setup() };
}

const portable = () => screen.findByRole('status', { name: 'Portable', hidden: true });
const engineItem = async (name: string) => {
  const heading = await screen.findByRole('heading', { name: new RegExp(`^${name}`), hidden: true });
  const item = heading.closest('li');
  if (item === null) throw new Error('a heading outside of the list');
  return within(item);
};

test('a rule on which all engines agree is portable', async () => {
  await shown('input.amount <= 1000');
  await waitFor(async () =>
    expect((await portable()).textContent).toBe('Portable: yes. All engines give the same verdicts in this session.'),
  );
  expect(screen.getAllByText('Agrees at all 3 turns')).toHaveLength(3);
  expect(screen.getAllByText('1 fire, 2 pass')).toHaveLength(4);
  expect(screen.queryByText(/rewriting/)).toBeNull();
});

test('where an engine differs, its turns, the cause and both answers are shown', async () => {
  const { store, onClose, user } = await shown('input.amount <= 1000 && input.recipient.size() > 3');
  await waitFor(async () => expect((await portable()).textContent).toMatch(/^Portable: partly\. cel-js gives another/));
  const item = await engineItem('cel-js');
  expect(item.getByText('Differs at 2 of 3 turns')).toBeDefined();
  expect(item.getByText('input.recipient.size()')).toBeDefined();
  expect(item.getByText('10')).toBeDefined();
  expect(item.getByText('an error: Unknown method: size')).toBeDefined();
  const links = item.getAllByRole('button', { name: /^Go to turn/, hidden: true });
  expect(links.map(({ textContent }) => textContent)).toEqual(['2', '4']);
  links[1]?.focus();
  await user.keyboard('{Enter}');
  expect(store.getState().turn).toBe(4);
  expect(onClose).toHaveBeenCalledOnce();
});

test('a rewriting is used as one step that can be undone', async () => {
  const expression = 'input.?amount.orValue(0) <= 1000';
  const { store, onClose, user } = await shown(expression);
  await waitFor(async () => expect((await portable()).textContent).toMatch(/^Portable: no\./));
  expect((await engineItem('@bufbuild/cel')).getByText(/^Does not accept the rule: /)).toBeDefined();
  await screen.findByText('All engines agree on this rewriting at every turn:');
  await user.click(screen.getByRole('button', { name: 'Use this rewriting', hidden: true }));
  expect(store.getState().ownRule?.expression).toBe('(has(input.amount) ? input.amount : 0) <= 1000');
  expect(onClose).toHaveBeenCalledOnce();
  expect(store.getState().actions.undo()).toBe('use the rewriting for other engines');
  expect(store.getState().ownRule).toEqual(ownRule(expression));
});

test('an engine that was ended says so, and the others are there', async () => {
  const message = 'It did not answer for 8 seconds and was ended.';
  await shown('input.amount <= 1000', (engine) =>
    Object.assign(Object.create(engine) as EngineClient, {
      judgedByEngine: async (...[input, options]: Parameters<EngineClient['judgedByEngine']>) => {
        if (input.engine === '@marcbachmann/cel-js') throw new ProblemError({ code: 'engines/ended', message });
        return engine.judgedByEngine(input, options);
      },
    }),
  );
  await waitFor(async () => expect((await portable()).textContent).toMatch(/^Portable: partly\. @marcbachmann/));
  expect((await engineItem('@marcbachmann/cel-js')).getByRole('alert', { hidden: true }).textContent).toBe(message);
  expect(screen.getAllByText('Agrees at all 3 turns')).toHaveLength(2);
});

test('new turns of a live session wait for a button, and start no engine', async () => {
  const asked: number[] = [];
  const view = { ownRule: ownRule('input.amount <= 1000') };
  const through = (engine: EngineClient) =>
    Object.assign(Object.create(engine) as EngineClient, {
      judgedByEngine: async (...[input, options]: Parameters<EngineClient['judgedByEngine']>) => {
        asked.push(input.session.revision);
        return engine.judgedByEngine(input, options);
      },
    });
  const { outline, grow } = await showGrowing(<EnginesDialog onClose={() => {}} />, { text, view, through });
  await waitFor(async () => expect((await portable()).textContent).toMatch(/^Portable: yes/));
  expect(asked).toEqual([0, 0, 0]);
  const since = () => screen.queryByRole('status', { name: 'Since this comparison', hidden: true })?.textContent;
  expect(since()).toBeUndefined();
  const grown = (revision: number, turns: number) => ({
    ...outline,
    ref: { ...outline.ref, revision },
    turns: outline.turns + turns,
  });
  grow(grown(1, 0));
  expect(since()).toBe('The session has changed since this comparison.');
  grow(grown(2, 1));
  grow(grown(3, 2));
  expect(since()).toBe('2 turns since this comparison.');
  expect((await portable()).textContent).toMatch(/^Portable: yes/);
  expect(asked).toEqual([0, 0, 0]);
  await userEvent.click(screen.getByRole('button', { name: 'Compare again', hidden: true }));
  await waitFor(() => expect(asked).toEqual([0, 0, 0, 3, 3, 3]));
  expect(since()).toBeUndefined();
  await waitFor(async () => expect((await portable()).textContent).toMatch(/^Portable: yes/));
});

test.each([
  ['', 'There is no rule yet.'],
  ['input.amount >', 'The rule cannot be judged yet.'],
])('a rule that cannot be judged asks no engine: “%s”', async (expression, title) => {
  await shown(expression);
  expect(await screen.findByText(title)).toBeDefined();
  expect(screen.queryByRole('list', { name: 'Engines', hidden: true })).toBeNull();
});

test('a rule that runs at no turn says that only its text was compared', async () => {
  const onClose = () => {};
  const rule = { expression: 'input.?a.hasValue()', hook: 'middleware.before', match: 'nowhere' } as const;
  await showPanel(<EnginesDialog onClose={onClose} />, { text, view: { ownRule: rule } });
  await waitFor(async () =>
    expect((await portable()).textContent).toMatch(/^Portable: no\..*only its text was compared\.$/),
  );
});
