import { describe, expect, test } from 'vitest';
import type { LiveState } from '../worker/live-protocol.ts';
import { liveReport } from '../worker/live/testing.ts';
import { createViewStore } from './view.ts';
import { viewWithOpenSessions } from './view/testing.ts';
import { type OpenSource, unseenFires } from './view/sessions.ts';

const pasted = (source: string): OpenSource => ({
  name: source,
  opened: {
    source,
    importer: 'task-snapshot',
    importerTitle: 'Task context',
    bytes: 2,
    sessions: [{ title: 'pasted', system: 'task' }],
  },
});

test('another session opens at its own first hit and keeps the rule', () => {
  const store = viewWithOpenSessions();
  const { actions } = store.getState();
  const rule = { expression: 'false', hook: 'turn', match: null } as const;
  actions.setRule(rule);
  actions.moveCursor(9);
  actions.setFilter('kind == "llm"');
  actions.chooseSession({ kind: 'sample', sample: 'other', entry: 0 });
  expect(store.getState()).toMatchObject({ turn: null, filter: '', ownRule: rule });
});

test('until a chosen session is open, the page stays as it is', () => {
  const view = createViewStore({ session: { kind: 'sample', sample: 'one', entry: 0 }, turn: 3, filter: 'refund' });
  const { actions } = view.getState();
  actions.chooseSession({ kind: 'sample', sample: 'two', entry: 0 });
  expect(view.getState()).toMatchObject({ session: { sample: 'one' }, turn: 3, filter: 'refund' });
  // Back to the one on the screen: nothing is opened any more.
  actions.chooseSession({ kind: 'sample', sample: 'one', entry: 0 });
  actions.showOpened();
  expect(view.getState()).toMatchObject({ session: { sample: 'one' }, turn: 3, opening: null });
});

test('choosing the shown session again leaves the cursor where it is', () => {
  const store = viewWithOpenSessions({ session: { kind: 'sample', sample: 'one', entry: 0 }, turn: 5 });
  store.getState().actions.chooseSession({ kind: 'sample', sample: 'one', entry: 0 });
  expect(store.getState().turn).toBe(5);
});

test('an added text is shown at once, and its removal falls back to the first sample', () => {
  const store = viewWithOpenSessions();
  const { actions } = store.getState();
  actions.addSource(pasted('a'));
  actions.addSource(pasted('b'));
  expect(store.getState().session).toEqual({ kind: 'source', source: 'b', entry: 0 });
  actions.removeSource('a');
  expect(store.getState().session).toEqual({ kind: 'source', source: 'b', entry: 0 });
  actions.removeSource('b');
  expect(store.getState()).toMatchObject({ session: null, sources: [] });
});

test('an answer in the settings can be undone', () => {
  const store = viewWithOpenSessions();
  const { actions } = store.getState();
  actions.decide('assertError', 'open');
  actions.decide('nonBoolean', 'error');
  actions.decide('assertError', null);
  expect(store.getState().decisions).toEqual({ nonBoolean: 'error' });
});

test('the cursor never goes before the first turn', () => {
  const store = viewWithOpenSessions();
  store.getState().actions.moveCursor(-3);
  expect(store.getState().turn).toBe(0);
});

const live = (state: LiveState): OpenSource => ({
  ...pasted('l1'),
  live: liveReport({ state }),
});

test('a session that grows is followed when it is chosen; one that has ended opens like a recording', () => {
  for (const [state, turn] of [
    ['connected', 'newest'],
    ['ended', null],
  ] as const) {
    const store = viewWithOpenSessions({ sources: [live(state)] });
    store.getState().actions.chooseSession({ kind: 'source', source: 'l1', entry: 0 });
    expect(store.getState().turn).toBe(turn);
  }
});

test('a report without news about fires keeps them, so that the turns need not be drawn again', () => {
  const store = viewWithOpenSessions({ sources: [live('connected')] });
  const firedAt = (total: number, turn: number) => {
    const fires = { total, latest: [{ entry: 0, turn, rule: 'false' }] };
    store.getState().actions.updateLive({ ...live('connected'), live: liveReport({ fires }) }, 'keep');
    return store.getState().sources[0]?.live?.fires;
  };
  const first = firedAt(1, 4);
  expect(firedAt(1, 4)).toBe(first);
  expect(firedAt(1, 5)).toMatchObject({ latest: [{ turn: 5 }] });
  store.getState().actions.lookAtFires('l1');
  // The worker died and counts from the start again.
  firedAt(0, 5);
  firedAt(1, 5);
  expect(store.getState().sources.map(unseenFires)).toEqual([1]);
});

describe('a live session', () => {
  const following = () => viewWithOpenSessions({ turn: 'newest' });

  test('a cursor at the newest turn stays there, also when the user moved it there', () => {
    const store = viewWithOpenSessions({ turn: 9 });
    store.getState().actions.sessionGrew({ turns: 10, cursor: 9, movedTo: 9 });
    expect(store.getState()).toMatchObject({ turn: 'newest', away: null });
  });

  test('a cursor elsewhere stays at its turn, and what the user has seen is remembered', () => {
    const store = following();
    const { actions } = store.getState();
    actions.moveCursor(3);
    actions.sessionGrew({ turns: 10, cursor: 3, movedTo: 4 });
    actions.sessionGrew({ turns: 14, cursor: 4, movedTo: 4 });
    expect(store.getState()).toMatchObject({ turn: 4, away: { seen: 10 } });
    actions.moveCursor(11);
    expect(store.getState().away).toEqual({ seen: 12, hasScrolled: false });
    actions.followNewest();
    expect(store.getState()).toMatchObject({ turn: 'newest', away: null });
  });

  test('scrolling away from the newest turn ends following; scrolling back to it does not count turns as new', () => {
    const store = following();
    const { actions } = store.getState();
    actions.scrollTurns(false, { turns: 10, cursor: 9 });
    actions.sessionGrew({ turns: 10, cursor: 9, movedTo: 9 });
    expect(store.getState()).toMatchObject({ turn: 9, away: { seen: 10, hasScrolled: true } });
    actions.scrollTurns(true, { turns: 15, cursor: 9 });
    expect(store.getState().away).toEqual({ seen: 15, hasScrolled: false });
    const stays = following();
    stays.getState().actions.scrollTurns(true, { turns: 10, cursor: 9 });
    expect(stays.getState()).toMatchObject({ turn: 'newest', away: null });
  });

  test('after scrolling back at once, following continues', () => {
    const store = following();
    const { actions } = store.getState();
    actions.scrollTurns(false, { turns: 10, cursor: 9 });
    actions.scrollTurns(true, { turns: 10, cursor: 9 });
    actions.sessionGrew({ turns: 10, cursor: 9, movedTo: 9 });
    expect(store.getState()).toMatchObject({ turn: 'newest', away: null });
  });

  test('a pause ends with another session, also through the back button', () => {
    for (const leave of ['chooseSession', 'restore'] as const) {
      const store = following();
      const { actions } = store.getState();
      actions.pauseView(true);
      const session = { kind: 'sample', sample: 'other', entry: 0 } as const;
      if (leave === 'restore') actions.restore({ session });
      else actions.chooseSession(session);
      expect(store.getState().isPaused).toBe(false);
    }
  });
});

const editorRule = { expression: 'true', hook: 'turn', match: null } as const;
const first = { expression: 'input.a', hook: 'middleware.before', match: 'refund' } as const;
const second = { expression: 'input.b', hook: 'guardrail.before', match: null } as const;

test('a policy rule replaces the user’s own rule, which can be restored unchanged', () => {
  const store = viewWithOpenSessions({ ownRule: editorRule });
  const { actions } = store.getState();
  actions.openPolicy({ name: 'policy', text: 'guardrails:' });
  actions.choosePolicyRule('a', first);
  actions.choosePolicyRule('b', second);
  actions.setRule({ ...second, expression: 'edited' });
  expect(store.getState()).toMatchObject({
    policyRule: { id: 'b', rule: { expression: 'edited' }, baseline: second },
  });
  actions.chooseOwnRule();
  expect(store.getState()).toMatchObject({ policyRule: null, ownRule: editorRule, ownBaseline: null });
});

test('a rule moved to another hook, or read from a link, no longer belongs to the policy', () => {
  const store = viewWithOpenSessions();
  const { actions } = store.getState();
  actions.choosePolicyRule('a', first);
  actions.restore({ turn: 1, rule: first });
  expect(store.getState().policyRule?.id).toBe('a');
  actions.restore({ rule: editorRule });
  expect(store.getState().policyRule).toBeNull();
  actions.choosePolicyRule('a', first);
  actions.setRule({ ...first, hook: 'turn' });
  expect(store.getState().policyRule).toBeNull();
});

test('closing the policy keeps its rule in the editor', () => {
  const store = viewWithOpenSessions();
  const { actions } = store.getState();
  actions.openPolicy({ name: 'policy', text: 'guardrails:' });
  actions.choosePolicyRule('a', { ...first, condition: 'input.ok' });
  actions.closePolicy();
  expect(store.getState()).toMatchObject({ policy: null, policyRule: null });
  expect(store.getState().ownRule).toEqual(first);
});

test('a replaced policy reopens with its rule, and the policy that replaced it can be reopened in turn', () => {
  const store = viewWithOpenSessions({ ownRule: editorRule });
  const { actions } = store.getState();
  const [one, two] = [
    { name: 'one', text: 'guardrails:' },
    { name: 'two', text: 'capabilities:' },
  ];
  actions.openPolicy(one);
  actions.choosePolicyRule('a', first);
  actions.setRule({ ...first, expression: 'edited' });
  actions.openPolicy(two);
  actions.choosePolicyRule('b', second);
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({
    policy: one,
    policyRule: { id: 'a', rule: { expression: 'edited' }, baseline: first },
  });
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({ policy: two, policyRule: { id: 'b', rule: second } });
  actions.closePolicy();
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({ policy: two, policyRule: { id: 'b', rule: second }, closedPolicy: null });
  actions.chooseOwnRule();
  expect(store.getState().ownRule).toEqual(editorRule);
});

test('reopening a policy keeps a rule that was written meanwhile', () => {
  const store = viewWithOpenSessions({ policy: { name: 'one', text: '' } });
  const { actions } = store.getState();
  actions.choosePolicyRule('a', first);
  actions.closePolicy();
  actions.setRule({ ...first, expression: 'my own' });
  actions.reopenPolicy();
  expect(store.getState()).toMatchObject({
    policy: { name: 'one' },
    policyRule: null,
    ownRule: { expression: 'my own' },
  });
});

test('a pending edit of one policy is not written into the next, even if the texts are equal', () => {
  const text = 'guardrails:\n';
  const rule = { expression: 'input.a', hook: 'guardrail.before', match: null } as const;
  const store = viewWithOpenSessions({ policy: { name: 'one', text }, policyRule: { id: 'a', rule, baseline: null } });
  const { actions } = store.getState();
  actions.setRule({ ...rule, expression: 'input.b' });
  const [edit] = store.getState().unwritten;
  if (edit === undefined) throw new Error('the edit is not waiting');
  actions.openPolicy({ name: 'two', text });
  actions.settleEdit(edit, 'guardrails: written\n');
  expect(store.getState().policy).toEqual({ name: 'two', text });
});
