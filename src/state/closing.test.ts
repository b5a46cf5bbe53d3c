import { expect, test, vi } from 'vitest';
import { createNoticeStore } from './notices.ts';
import { closePolicy, redo, removeSession, reopenPolicy, undo } from './closing.ts';
import { viewWithOpenSessions } from './view/testing.ts';
import type { OpenSource } from './view/sessions.ts';

const sourceOf = (source: string): OpenSource => ({
  name: `${source}.json`,
  opened: { source, importer: 'chat', importerTitle: 'Chat', bytes: 1, sessions: [{ title: source, system: 'task' }] },
});

function opened() {
  const [view, notices, close] = [viewWithOpenSessions(), createNoticeStore(), vi.fn<() => void>()];
  const [first, second] = [sourceOf('s1'), sourceOf('s2')];
  for (const source of [first, second]) view.getState().actions.addSource(source);
  view.getState().actions.chooseSession({ kind: 'source', source: 's1', entry: 0 });
  view.getState().actions.moveCursor(3);
  view.getState().actions.setFilter('refund');
  return { view, notices, close, first, second, now: view.getState };
}

test('a removed session comes back at its place, with its turn and filter', () => {
  const { view, notices, close, first, now } = opened();
  const before = now();
  removeSession(view, notices, first, close);
  // The next one in the list is shown instead.
  const next = { source: 's2', entry: 0 };
  expect(now()).toMatchObject({ session: next, turn: null, filter: '', sources: [{ name: 's2.json' }] });
  const { message, actions } = notices.getState();
  expect(message).toMatchObject({ text: 's1.json is removed from the list.', fades: false });
  message?.undo?.();
  actions.clearMessage();
  expect(now()).toMatchObject({
    session: before.session,
    turn: 3,
    filter: 'refund',
    sources: [{ name: 's1.json' }, { name: 's2.json' }],
  });
  expect(close).not.toHaveBeenCalled();
});

test('a session that is not on the screen comes back without being shown', () => {
  const { view, notices, close, second, now } = opened();
  removeSession(view, notices, second, close);
  now().actions.chooseSession({ kind: 'sample', sample: 'a', entry: 0 });
  notices.getState().message?.undo?.();
  expect(now()).toMatchObject({ session: { kind: 'sample' }, sources: [{ name: 's1.json' }, { name: 's2.json' }] });
});

test('a removed session comes back with undo, also later, and the engine forgets it when it cannot come back any more', () => {
  const { view, notices, close, first, now } = opened();
  removeSession(view, notices, first, close);
  notices.getState().actions.notify('something else');
  undo(view, notices);
  expect(notices.getState().message?.text).toBe('Undone: remove s1.json from the list.');
  expect(now().sources.map(({ name }) => name)).toEqual(['s1.json', 's2.json']);
  redo(view, notices);
  expect(now().sources.map(({ name }) => name)).toEqual(['s2.json']);
  expect(close).not.toHaveBeenCalled();
  for (let at = 0; at < 50; at++) now().actions.addStep({ title: 'another', undo: () => {}, redo: () => {} });
  expect(close).toHaveBeenCalledOnce();
});

test('the engine forgets a big session when its message is gone', () => {
  const { view, notices, close, first, now } = opened();
  const big = { ...first, opened: { ...first.opened, bytes: 50_000_000 } };
  removeSession(view, notices, big, close);
  expect(close).not.toHaveBeenCalled();
  notices.getState().actions.notify('something else');
  expect(close).toHaveBeenCalledOnce();
  expect(now().done).toEqual([]);
});

test('a closed policy is undone by the last step, and without one a sentence says so', () => {
  const { view, notices, now } = opened();
  now().actions.openPolicy({ name: 'policy.yaml', text: 'guardrails:\n' });
  closePolicy(view, notices);
  undo(view, notices);
  expect(now().policy?.name).toBe('policy.yaml');
  undo(view, notices);
  expect(notices.getState().message?.text).toContain('There is nothing to undo');
});

test('without an open or a closed policy, a sentence says so', () => {
  const { view, notices } = opened();
  closePolicy(view, notices);
  expect(notices.getState().message?.text).toBe('There is no open policy to close.');
  reopenPolicy(view, notices);
  expect(notices.getState().message?.text).toBe('There is no closed policy to reopen.');
});

test('removing a compared session ends the comparison, and undo compares them again', () => {
  const { view, notices, close, second, now } = opened();
  const compared = [
    { kind: 'source', source: 's1', entry: 0 },
    { kind: 'source', source: 's2', entry: 0 },
  ] as const;
  now().actions.compareWith(compared[1]);
  expect(now()).toMatchObject({ compared, main: 'compare' });
  removeSession(view, notices, second, close);
  expect(now()).toMatchObject({ compared: null, main: 'transcript', turn: 3 });
  expect(notices.getState().message?.text).toBe('s2.json is removed from the list, so it is no longer compared.');
  undo(view, notices);
  expect(now()).toMatchObject({ compared, main: 'compare' });
  redo(view, notices);
  expect(now()).toMatchObject({ compared: null, main: 'transcript' });
});

test('removing the shown one of two compared sessions ends the comparison, too', () => {
  const { view, notices, close, first, now } = opened();
  now().actions.compareWith({ kind: 'source', source: 's2', entry: 0 });
  removeSession(view, notices, first, close);
  expect(now()).toMatchObject({ session: { source: 's2' }, compared: null, main: 'transcript' });
  undo(view, notices);
  expect(now()).toMatchObject({ session: { source: 's1' }, main: 'compare', turn: 3 });
});

test('a live session that takes the place of a recording is shown, compared and kept in its place', () => {
  const { now } = opened();
  now().actions.addSource(sourceOf('l3'));
  now().actions.chooseSession({ kind: 'source', source: 's1', entry: 0 });
  now().actions.compareWith({ kind: 'source', source: 's2', entry: 0 });
  now().actions.markKept('s1', 'k1');
  now().actions.replaceSource('s1', sourceOf('l3').opened);
  const live = { kind: 'source', source: 'l3', entry: 0 };
  expect(now()).toMatchObject({ session: live, compared: [live, { source: 's2' }], main: 'compare' });
  expect(now().sources.map(({ name, kept }) => [name, kept])).toEqual([
    ['s2.json', undefined],
    ['l3.json', 'k1'],
  ]);
  now().actions.replaceSource('s2', sourceOf('l3').opened);
  expect(now()).toMatchObject({ session: live, compared: null });
});
