import { expect, test, vi } from 'vitest';
import { createNoticeStore } from './notices.ts';
import { removeSession } from './closing.ts';
import { createViewStore } from './view.ts';
import type { OpenSource } from './view/sessions.ts';

const sourceOf = (source: string): OpenSource => ({
  name: `${source}.json`,
  opened: { source, importer: 'chat', importerTitle: 'Chat', bytes: 1, sessions: [{ title: source, system: 'task' }] },
});

function opened() {
  const [view, notices, close] = [createViewStore(), createNoticeStore(), vi.fn<() => void>()];
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
  expect(now()).toMatchObject({ session: null, turn: null, filter: '', sources: [{ name: 's2.json' }] });
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

test('the engine forgets a removed session when its message is gone', () => {
  const { view, notices, close, first } = opened();
  removeSession(view, notices, first, close);
  expect(close).not.toHaveBeenCalled();
  notices.getState().actions.notify('something else');
  expect(close).toHaveBeenCalledOnce();
  notices.getState().actions.clearMessage();
  expect(close).toHaveBeenCalledOnce();
});
