import { describe, expect, it } from 'vitest';
import type { RecordValue } from '../../../model/value.ts';
import type { OperationCall } from '../../machine.ts';
import { call, sessionOf } from '../testing.ts';
import { shownChannels } from './shown-channels.ts';
import { momentOf } from './testing.ts';

const hi = call('append_item', { item: { type: 'message', role: 'user', content: 'hi' } });
const after = (channel: string | null, given: RecordValue, ...calls: readonly OperationCall[]) => {
  const at = momentOf(sessionOf({ given, calls }));
  return shownChannels(at, { channel, from: 0, to: 100 });
};
const jobs: RecordValue = { channels: { jobs: { mode: 'queue', capacity: 1 }, news: { mode: 'topic' } } };
const send = (channel: string, value: number) => call('send', { channel, value });

describe('channels', () => {
  it('are listed under their name from their declaration on', () => {
    const { channels, opened } = after(null, {}, hi, call('channel', { label: 'n', mode: 'topic', name: 'the-news' }));
    expect(channels).toMatchObject([{ name: 'the-news', labels: ['n'], mode: 'topic', isUsed: false, capacity: null }]);
    expect(opened).toMatchObject({ name: 'the-news', stepTotal: 0, waits: [], values: [] });
  });

  it('a queue shows its values and their turns, the dropped values, and the fate of each value', () => {
    const { channels, opened } = after('jobs', jobs, hi, send('jobs', 1), hi, send('jobs', 2));
    expect(channels[0]).toMatchObject({ holds: 1, sent: 1, lost: 1, received: 0 });
    expect(opened?.values).toEqual([{ value: { type: 'int', text: '1', cut: false }, turn: 0 }]);
    expect(opened?.rows.map(({ turn, act, node }) => [turn, act, node])).toEqual([
      [1, 'dropped', 'root'],
      [0, 'queued', 'root'],
    ]);
  });

  it('in the current library, a sender waits for room, and proceeds when there is room', () => {
    const full = [hi, send('jobs', 1), hi, send('jobs', 2)] as const;
    const waiting = after('jobs', { ...jobs, dialect: 'current' }, ...full);
    expect(waiting.opened?.waits).toMatchObject([
      { kind: 'send', since: 1, timeout: 30_000, left: 30_000, value: { text: '2' } },
    ]);
    const { opened } = after('jobs', { ...jobs, dialect: 'current' }, ...full, call('recv', { channel: 'jobs' }));
    expect(opened?.rows.map(({ act }) => act)).toEqual(['let-in', 'queued', 'taken', 'waits-to-send', 'queued']);
    expect(opened?.waits).toEqual([]);
    expect(opened?.values).toMatchObject([{ value: { text: '2' } }]);
  });

  it('a wait counts down, and ends when it times out', () => {
    const calls = [hi, call('recv', { channel: 'news', timeout: 50 }), call('advance', { ms: 20 })] as const;
    expect(after('news', jobs, ...calls).opened?.waits).toMatchObject([{ node: 'root', since: 0, left: 30 }]);
    const { channels, opened } = after('news', jobs, ...calls, call('advance', { ms: 40 }));
    expect(channels[1]).toMatchObject({ receivers: 0, timedOut: 1, lost: 0 });
    expect(opened?.rows[0]).toMatchObject({ act: 'timed-out' });
  });

  it('outside code is named by its handle, which closes with the execution', () => {
    const open = call('open_handle', { channel: 'jobs' }, { as: 'desk' });
    const write = call('handle_send', { value: 5 }, { on: 'desk' });
    const { opened } = after('jobs', jobs, hi, open, write, hi, call('close_execution'));
    expect(opened?.handles).toEqual([{ name: 'desk', node: 'root', turn: 0, isClosed: true }]);
    expect(opened?.rows[0]).toMatchObject({ handle: 'desk', node: null });
  });

  it('initially the channel that the turn used is open', () => {
    expect(after(null, jobs, hi, call('recv', { channel: 'news' })).opened?.name).toBe('news');
    expect(after(null, jobs, hi).opened?.name).toBe('jobs');
    expect(after('nowhere', jobs, hi).opened).toBeNull();
  });

  it('the chart counts each value once, and nothing after the moment', () => {
    const session = sessionOf({ given: jobs, calls: [send('jobs', 0), hi, send('jobs', 1), hi, send('jobs', 2), hi] });
    const sums = [-1, 0, 1, 2].map((turn) => {
      const { opened } = shownChannels(momentOf(session, turn), { channel: 'jobs', from: 0, to: 0 });
      return opened?.activity.slots.map(({ sent, lost }) => sent + lost);
    });
    expect(sums).toEqual([
      [1, 0, 0],
      [2, 0, 0],
      [2, 1, 0],
      [2, 1, 0],
    ]);
  });
});
