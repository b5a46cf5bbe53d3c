import { QueryClient } from '@tanstack/react-query';
import { afterEach, expect, test } from 'vitest';
import { refundsOf } from '../panels/testing.tsx';
import { inProcessEngine } from '../services/engine/testing.ts';
import { keepingInMemory } from '../services/keeping/testing.ts';
import { createNoticeStore } from '../state/notices.ts';
import { shownKey, type ShownSession } from '../state/useSession.ts';
import { createViewStore, type View } from '../state/view.ts';
import { chosenSession } from '../state/view/sessions.ts';
import { liveReport } from '../worker/live/testing.ts';
import type { CommandContext } from './commandContext.ts';
import { commandOf } from './commands/commands.ts';
import { openText } from './opening.ts';

const endings: (() => void)[] = [];
afterEach(() => {
  for (const end of endings.splice(0)) end();
});

const unused = () => {
  throw new Error('no command under test touches the page');
};

/** The context of a command, with the real engine and without a page. */
function context(chosen: Partial<View> = {}): CommandContext {
  const engine = inProcessEngine();
  endings.push(() => engine.dispose());
  return {
    engine: engine.client,
    queries: new QueryClient(),
    view: createViewStore(chosen),
    notices: createNoticeStore(),
    keeping: keepingInMemory(),
    session: null,
    declared: [],
    page: {
      pickFile: unused,
      readClipboard: unused,
      focusRegion: unused,
      keepFocus: unused,
      nextRegion: unused,
      isIn: () => false,
      focusFilter: unused,
      saveTimeline: async () => false,
      press: unused,
    },
  };
}

/** Turns: 0 input, 1 llm, then a refund for each amount, and an llm turn at the end. */
async function showing(text: string, chosen: Partial<View> = {}): Promise<CommandContext> {
  const empty = context(chosen);
  const { source } = await empty.engine.open({ text, name: 'recording' });
  const outline = await empty.engine.openSession({ source, entry: 0 });
  const session: ShownSession = { outline, starter: null, firstHit: null };
  empty.queries.setQueryData(shownKey(empty.view.getState().session), session);
  return { ...empty, session };
}

const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' } as const;
const refunds = refundsOf(10, 2400, 20, 3000);

async function turnAfter(commands: string, chosen: Partial<View>): Promise<View['turn']> {
  const shown = await showing(refunds, { ownRule: rule, ...chosen });
  for (const id of commands.split(' ')) await commandOf(id).run(shown, null);
  return shown.view.getState().turn;
}

/** Runs commands without waiting for the one before. */
const together = (shown: CommandContext, commands: string) =>
  Promise.all(commands.split(' ').map(async (id) => commandOf(id).run(shown, null)));

test('the next and the previous hit are turns where the rule fires', async () => {
  expect(await turnAfter('next-hit', { turn: 0 })).toBe(3);
  expect(await turnAfter('next-hit next-hit', { turn: 0 })).toBe(5);
  expect(await turnAfter('next-hit next-hit next-hit', { turn: 0 })).toBe(5);
  expect(await turnAfter('previous-hit', { turn: 5 })).toBe(3);
});

test('with a filter, hits are the turns that it selects', async () => {
  const filter = 'context.capabilities.refund.count_successful == 3';
  expect(await turnAfter('next-hit', { turn: 0, filter })).toBe(4);
});

test('a filter that is not valid CEL finds nothing', async () => {
  expect(await turnAfter('next-hit', { turn: 0, filter: 'context. >' })).toBe(0);
});

test('while a cell of decisions is chosen, hits are its turns', async () => {
  const baseline = { ...rule, expression: 'input.amount <= 2500' };
  const walk = { baseline: 'pass', draft: 'pass' } as const;
  expect(await turnAfter('next-hit next-hit', { turn: 0, ownBaseline: baseline, walk })).toBe(4);
  expect(await turnAfter('previous-hit', { turn: 4, ownBaseline: baseline, walk })).toBe(2);
  // The baseline equals the draft: the hits are those of the rule again.
  expect(await turnAfter('next-hit', { turn: 0, ownBaseline: rule, walk })).toBe(3);
});

test('flips are turns that the baseline judges differently', async () => {
  const baseline = { ...rule, expression: 'input.amount <= 2500' };
  expect(await turnAfter('next-flip', { turn: 0, ownBaseline: baseline })).toBe(3);
  expect(await turnAfter('next-flip next-flip', { turn: 0, ownBaseline: baseline })).toBe(3);
});

test('a key that finds no further turn says whether there is one on the other side of the cursor', async () => {
  const said = async (id: string, chosen: Partial<View>) => {
    const shown = await showing(refunds, { ownRule: rule, ...chosen });
    await commandOf(id).run(shown, null);
    expect(shown.view.getState().turn).toBe(chosen.turn);
    return shown.notices.getState().message?.text;
  };
  const silent = { ...rule, expression: 'true' };
  expect(await said('next-hit', { turn: 5 })).toBe('The rule fires at no turn after turn 5.');
  expect(await said('previous-hit', { turn: 3 })).toBe('The rule fires at no turn before turn 3.');
  expect(await said('next-hit', { turn: 0, ownRule: silent })).toBe('The rule fires at no turn of this session.');

  const filter = 'context.capabilities.refund.count_successful == 1';
  expect(await said('next-hit', { turn: 2, filter })).toBe('No turn after turn 2 matches.');
  expect(await said('previous-hit', { turn: 2, filter: 'false' })).toBe('No turn of this session matches.');

  expect(await said('next-flip', { turn: 5 })).toBe('No verdict after turn 5 changes.');
  expect(await said('next-flip', { turn: 0, ownRule: silent })).toBe('No verdict of this session changes.');

  const ownBaseline = { ...rule, expression: 'input.amount <= 2500' };
  const same = { ...rule, expression: '!(input.amount > 1000)' };
  expect(await said('next-flip', { turn: 3, ownBaseline })).toBe('No verdict after turn 3 differs from the baseline.');
  expect(await said('next-flip', { turn: 0, ownBaseline: same })).toBe(
    'No verdict of this session differs from the baseline.',
  );

  const passing = { baseline: 'pass', draft: 'pass' } as const;
  const blocked = { baseline: 'fire', draft: 'pass' } as const;
  expect(await said('next-hit', { turn: 4, ownBaseline, walk: passing })).toBe('No turn after turn 4 is in this cell.');
  expect(await said('next-hit', { turn: 0, ownBaseline, walk: blocked })).toBe(
    'No turn of this session is in this cell.',
  );
});

test('without a rule, a key for hits or flips says so', async () => {
  for (const id of ['next-hit', 'previous-flip']) {
    const shown = await showing(refunds, { turn: 2 });
    await commandOf(id).run(shown, null);
    expect(shown.view.getState().turn).toBe(2);
    expect(shown.notices.getState().message?.text).toBe('There is no rule yet. Press e to write one.');
  }
});

test('moves stop at the first and the last turn', async () => {
  expect(await turnAfter('previous-turn', { turn: 0 })).toBe(0);
  expect(await turnAfter('last-turn next-turn', { turn: 0 })).toBe(6);
  expect(await turnAfter('first-turn', { turn: 4 })).toBe(0);
});

test('each key moves on from the result of the one before, even if it comes before the engine’s answer', async () => {
  const shown = await showing(refunds, { ownRule: rule, turn: 0 });
  await together(shown, 'next-hit next-hit');
  expect(shown.view.getState().turn).toBe(5);

  const said = (node: string) => ({
    type: 'item-appended',
    node,
    item: {
      id: node,
      type: 'message',
      role: 'user',
      status: 'completed',
      content: [{ type: 'input_text', text: node }],
    },
  });
  const nested = { format: 'contextscope/session', version: 1, system: 'noetic', header: { title: 'nested' } };
  const child = (node: string, parent: string) => [{ type: 'context-created', node, parent, how: 'spawn' }, said(node)];
  const events = [said('root'), ...child('a', 'root'), ...child('b', 'a'), ...child('c', 'b')];
  const inside = await showing(JSON.stringify({ ...nested, events }), { turn: 0 });
  await together(inside, 'child child child');
  expect(inside.view.getState().turn).toBe(3);
  await together(inside, 'parent parent');
  expect(inside.view.getState().turn).toBe(1);
});

test('a move started in another session has no effect', async () => {
  const shown = await showing(refunds, { ownRule: rule, turn: 0 });
  const moved = commandOf('next-hit').run(shown, null);
  const { actions } = shown.view.getState();
  actions.chooseSession({ kind: 'sample', sample: 'another', entry: 0 });
  actions.showOpened();
  await moved;
  expect(shown.view.getState().turn).toBeNull();
});

test('while another session opens, keys move in the one on the screen, and the other begins at its own place', async () => {
  const shown = await showing(refunds, { ownRule: rule, turn: 0 });
  const { actions } = shown.view.getState();
  actions.chooseSession({ kind: 'sample', sample: 'another', entry: 0 });
  for (const id of ['last-turn', 'previous-turn']) await commandOf(id).run(shown, null);
  expect(shown.view.getState()).toMatchObject({ session: null, turn: 5 });
  actions.showOpened();
  expect(shown.view.getState()).toMatchObject({ session: { sample: 'another' }, turn: null });
});

test('a number goes to that turn, or to the last one', async () => {
  const shown = await showing(refunds);
  await commandOf('last-turn').run(shown, 2);
  expect(shown.view.getState().turn).toBe(2);
  await commandOf('last-turn').run(shown, 400);
  expect(shown.view.getState().turn).toBe(6);
});

test('opening a text shows it and reports what was recognised', async () => {
  const shown = context();
  await openText(shown, refunds, 'refunds.json');
  expect(shown.view.getState().sources.map(({ name }) => name)).toEqual(['refunds.json']);
  expect(chosenSession(shown.view.getState())).toMatchObject({ kind: 'source', entry: 0 });
  expect(shown.notices.getState().message?.text).toMatch(/^OpenAI Chat Completions: 7 turns\. /);
});

test('a text that is no session is kept with the reason, and the shown session stays', async () => {
  const shown = context();
  await openText(shown, 'Dear diary, nothing of this is JSON.', 'diary.txt');
  const { refused } = shown.notices.getState();
  expect(refused).toMatchObject({ name: 'diary.txt', text: 'Dear diary, nothing of this is JSON.' });
  expect(refused?.problem.message).toMatch(/\.$/);
  expect(shown.view.getState()).toMatchObject({ sources: [], session: null });
});

test('the keys of live sessions follow the newest turn and pause the view; elsewhere they say why not', async () => {
  const opened = { source: 'l1', importer: 'openai-chat', importerTitle: 'Chat', bytes: 9, sessions: [] };
  const session = { kind: 'source', source: 'l1', entry: 0 } as const;
  const shown = await showing(refunds, { session, sources: [{ name: 'demo', opened, live: liveReport() }], turn: 2 });
  await commandOf('pause').run(shown, null);
  expect(shown.view.getState()).toMatchObject({ turn: 2, isPaused: true });
  await commandOf('follow').run(shown, null);
  expect(shown.view.getState()).toMatchObject({ turn: 'newest', isPaused: false });

  const recording = await showing(refunds, { turn: 2 });
  await commandOf('follow').run(recording, null);
  expect(recording.view.getState().turn).toBe(2);
  expect(recording.notices.getState().message?.text).toContain('No live session is on the screen');
});

test('a key that has nothing to show says why', async () => {
  const shown = await showing(refunds);
  const said: (string | undefined)[] = [];
  for (const id of ['zoom-out', 'zoom-all', 'axis', 'system-view-2']) {
    await commandOf(id).run(shown, null);
    said.push(shown.notices.getState().message?.text);
  }
  expect(said).toEqual([
    'The timeline shows all turns already.',
    'The timeline shows all turns already.',
    'No turn of this recording has a time, so the timeline counts turns.',
    'This session has no third view of its system.',
  ]);
});
