import { QueryClient } from '@tanstack/react-query';
import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { inProcessEngine } from '../services/engine/testing.ts';
import { viewWithOpenSessions } from '../state/view/testing.ts';
import { liveReport } from '../worker/live/testing.ts';
import { keepWatching, toggleWatch } from './watchLive.ts';

class ShownNotification extends EventTarget {
  static permission: NotificationPermission = 'granted';
  static readonly shown: { readonly title: string; readonly body: string }[] = [];
  static readonly requestPermission = vi.fn<() => Promise<NotificationPermission>>(async () => 'granted');
  constructor(title: string, { body = '' }: NotificationOptions = {}) {
    super();
    ShownNotification.shown.push({ title, body });
  }
}

let engine: ReturnType<typeof inProcessEngine>;
beforeEach(() => {
  engine = inProcessEngine();
  document.title = 'Contextscope';
  vi.useFakeTimers();
  vi.stubGlobal('Notification', ShownNotification);
  ShownNotification.shown.length = 0;
  ShownNotification.permission = 'granted';
  ShownNotification.requestPermission.mockClear();
});
afterEach(() => {
  vi.useRealTimers();
  vi.unstubAllGlobals();
  engine.dispose();
});

const opened = { source: 'l1', importer: 'openai-chat', importerTitle: 'Chat', bytes: 9, sessions: [] };
const other = { kind: 'sample', sample: 'refund', entry: 0 } as const;
const watched = { kind: 'source', source: 'l1', entry: 0 } as const;

function watching({ name = 'agent', rule = 'input.amount <= 1000' } = {}) {
  const view = viewWithOpenSessions({
    session: other,
    isWatching: true,
    sources: [{ name, opened, live: liveReport() }],
  });
  keepWatching({ engine: engine.client, queries: new QueryClient(), view });
  const fire = (total: number) => {
    const latest = [{ entry: 0, turn: total, rule }];
    view
      .getState()
      .actions.updateLive({ name, opened, live: liveReport({ number: total, fires: { total, latest } }) }, 'keep');
  };
  return { view, fire };
}

test('fires of sessions that are not on the screen are counted in the title until the user looks at them', () => {
  const { view, fire } = watching();
  fire(3);
  expect(document.title).toBe('(3) Contextscope');
  view.getState().actions.chooseSession(watched);
  expect(document.title).toBe('Contextscope');
  fire(4);
  expect(document.title).toBe('Contextscope');
  view.getState().actions.chooseSession(other);
  fire(5);
  expect(document.title).toBe('(1) Contextscope');
});

test('a hidden tab counts the fires of the shown session, too, until it is visible', () => {
  const { view, fire } = watching();
  view.getState().actions.chooseSession(watched);
  const isHidden = vi.spyOn(document, 'hidden', 'get').mockReturnValue(true);
  fire(2);
  expect(document.title).toBe('(2) Contextscope');
  isHidden.mockRestore();
  document.dispatchEvent(new Event('visibilitychange'));
  expect(document.title).toBe('Contextscope');
});

const notified = (count: number) =>
  vi.waitFor(() => expect(ShownNotification.shown).toHaveLength(count), { timeout: 20_000 });

test('a burst is one notification; what the user already looks at is none', async () => {
  const { view, fire } = watching();
  for (let total = 1; total <= 50; total++) fire(total);
  vi.advanceTimersByTime(5000);
  await notified(1);
  expect(ShownNotification.shown).toEqual([
    { title: 'Watched rules fired 50 times', body: 'agent: input.amount <= 1000 at turn 50' },
  ]);
  view.getState().actions.chooseSession(watched);
  fire(51);
  vi.advanceTimersByTime(5000);
  // It would have come before this answer.
  await engine.client.hideInText({ text: 'a' });
  expect(ShownNotification.shown).toHaveLength(1);
});

test.each([
  ['/srv/ann/acme/refunds.jsonl', 'refunds.jsonl'],
  ['C:\\Users\\ann\\log.jsonl', 'log.jsonl'],
  ['https://ann:secret@agents.example:8443/a2a?token=abc', 'a2a'],
  ['https://agents.example', 'a live session'],
  ['refunds 3/4', 'refunds 3/4'],
])('a notification names %s without its place, and hides private values', async (name, said) => {
  const { fire } = watching({ name, rule: 'input.to !=\n  "ann.meier@acme-corp.io"' });
  fire(1);
  vi.advanceTimersByTime(5000);
  await notified(1);
  const [{ body } = { body: '' }] = ShownNotification.shown;
  expect(body.startsWith(`${said}: input.to != "`)).toBe(true);
  expect(body).not.toContain('ann');
  expect(body).toMatch(/ at turn 1$/);
});

test('without the permission the title counts all the same', () => {
  ShownNotification.permission = 'denied';
  const { fire } = watching();
  fire(1);
  vi.advanceTimersByTime(5000);
  expect(ShownNotification.shown).toEqual([]);
  expect(document.title).toBe('(1) Contextscope');
});

test('the permission is requested when the user turns watching on, and at no other time', () => {
  ShownNotification.permission = 'default';
  const { view, fire } = watching();
  const said: string[] = [];
  const notify = (text: string) => void said.push(text);
  fire(1);
  vi.advanceTimersByTime(5000);
  toggleWatch(view, notify);
  expect(ShownNotification.requestPermission).not.toHaveBeenCalled();
  toggleWatch(view, notify);
  expect(ShownNotification.requestPermission).toHaveBeenCalledTimes(1);
  expect(said.at(-1)).toContain('the rule in the editor is judged at each new turn');
});
