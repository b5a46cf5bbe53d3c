import { describe, expect, it } from 'vitest';
import type { RecordValue } from '../../model/value.ts';
import type { OperationCall } from '../machine.ts';
import { run } from '../testing.ts';
import { noeticMachine } from './machine.ts';
import { call } from './testing.ts';

const channels = {
  jobs: { mode: 'queue', capacity: 2 },
  cfg: { mode: 'value' },
  news: { mode: 'topic' },
  inbox: { mode: 'queue', capacity: 1, external: true },
  again: { mode: 'value', name: 'jobs' },
};
const send = (channel: string, value: unknown = 1) => call('send', { channel, value: value as number });
const recv = (channel: string, timeout?: number) =>
  call('recv', timeout === undefined ? { channel } : { channel, timeout });
const tryRecv = (channel: string) => call('try_recv', { channel });
const wait = (ms: number) => call('advance', { ms });

/** The result of each call: a value, the outcome of its wait, or the kind of its refusal. */
function outcomes(given: RecordValue, ...calls: readonly OperationCall[]) {
  const { states, decided } = run(noeticMachine, { given: { channels, ...given }, calls });
  return decided.map((answer) => {
    if (answer.kind === 'done') return answer.returns;
    if (answer.kind === 'refused') return answer.error.kind;
    if (answer.kind === 'ignored') return 'ignored';
    const outcome = states.at(-1)?.waits.get(answer.token)?.outcome;
    if (outcome === null || outcome === undefined) return 'pending';
    return 'resolves' in outcome ? { resolves: outcome.resolves } : { rejects: outcome.rejects };
  });
}

const timedOut = (channelName: string, timeout: number) => ({
  rejects: expect.objectContaining({ kind: 'channel_timeout', channelName, timeout }),
});

describe('a queue', () => {
  it('loses no value to a receiver that timed out', () => {
    expect(outcomes({}, recv('jobs', 50), wait(50), send('jobs', 7), tryRecv('jobs'))).toEqual([
      timedOut('jobs', 50),
      null,
      null,
      7,
    ]);
  });

  it('has a timeout of 30 seconds by default', () => {
    expect(outcomes({}, recv('jobs'), wait(29_999))[0]).toBe('pending');
    expect(outcomes({}, recv('jobs'), wait(30_000))[0]).toEqual(timedOut('jobs', 30_000));
    expect(outcomes({}, recv('jobs', -1), wait(9e9))[0]).toBe('pending');
  });

  it('serves receivers in order of arrival, each once', () => {
    const calls = [
      recv('jobs', 10),
      recv('jobs', 500),
      recv('jobs', 500),
      wait(20),
      send('jobs', 1),
      send('jobs', 2),
      tryRecv('jobs'),
    ];
    expect(outcomes({}, ...calls)).toEqual([
      timedOut('jobs', 10),
      { resolves: 1 },
      { resolves: 2 },
      null,
      null,
      null,
      null,
    ]);
  });

  it('that is full drops the value of an internal sender, or makes the sender wait in the current library', () => {
    const fill = [send('jobs', 1), send('jobs', 2), send('jobs', 3), send('jobs', 4)];
    const take = [tryRecv('jobs'), recv('jobs'), tryRecv('jobs'), tryRecv('jobs'), tryRecv('jobs')];
    expect(outcomes({}, ...fill, ...take)).toEqual([null, null, null, null, 1, 2, null, null, null]);
    expect(outcomes({ dialect: 'current' }, ...fill, ...take)).toEqual([
      null,
      null,
      { resolves: null },
      { resolves: null },
      1,
      2,
      3,
      4,
      null,
    ]);
  });

  it('lets a sender wait for 30 seconds, or until its context is aborted', () => {
    const fill = [send('jobs', 1), send('jobs', 2), send('jobs', 3)];
    expect(outcomes({ dialect: 'current' }, ...fill, wait(30_000))[2]).toEqual(timedOut('jobs', 30_000));
    expect(outcomes({ dialect: 'current' }, ...fill, call('abort'))[2]).toMatchObject({
      rejects: { kind: 'cancelled', reason: 'context aborted' },
    });
  });

  it('of capacity 0 passes a value directly from sender to receiver', () => {
    const given = { dialect: 'current', channels: { none: { mode: 'queue', capacity: 0 } } };
    expect(outcomes(given, send('none', 5), tryRecv('none'), tryRecv('none'))).toEqual([{ resolves: null }, 5, null]);
    expect(outcomes(given, recv('none'), send('none', 5))).toEqual([{ resolves: 5 }, null]);
  });
});

describe('a channel of mode value', () => {
  it('wakes all receivers, and keeps its value', () => {
    for (const dialect of ['documented', 'current']) {
      expect(outcomes({ dialect }, recv('cfg'), recv('cfg'), send('cfg', null), recv('cfg'))).toEqual([
        { resolves: null },
        { resolves: null },
        null,
        null,
      ]);
    }
  });
});

describe('a topic', () => {
  it('keeps no value for later receivers, and no receiver forever', () => {
    expect(outcomes({}, send('news'), recv('news', 0), wait(299_999))[1]).toBe('pending');
    expect(outcomes({}, recv('news', 0), wait(300_000))[0]).toEqual(timedOut('news', 300_000));
  });
});

describe('a channel', () => {
  it('is stored under its name, in the mode of its first use', () => {
    expect(outcomes({}, send('jobs', 1), tryRecv('again'), tryRecv('again'))).toEqual([null, 1, null]);
    expect(outcomes({}, send('again', 1), tryRecv('jobs'), tryRecv('jobs'))).toEqual([null, 1, 1]);
  });

  it('is shared with children in the current library', () => {
    const child = [
      call('spawn', {}, { as: 'c' }),
      call('send', { channel: 'jobs', value: 1 }, { on: 'c' }),
      tryRecv('jobs'),
    ];
    expect(outcomes({ dialect: 'current' }, ...child)).toEqual(['c', null, 1]);
    expect(outcomes({}, ...child)).toEqual(['c', 'no_channel_store', null]);
  });

  it('ends the waits of a child when the parent is aborted', () => {
    const calls = [call('spawn', {}, { as: 'c' }), call('recv', { channel: 'jobs' }, { on: 'c' }), call('abort')];
    expect(outcomes({ dialect: 'current' }, ...calls)[1]).toMatchObject({
      rejects: { kind: 'cancelled', reason: 'parent context aborted' },
    });
    expect(outcomes({}, recv('jobs'), call('abort'))[0]).toBe('pending');
  });
});

describe('a handle', () => {
  const open = call('open_handle', { channel: 'inbox' }, { as: 'h' });
  const write = (value: number) => call('handle_send', { value }, { on: 'h' });

  it('overwrites the oldest value, and its values can be read after it is closed', () => {
    for (const dialect of ['documented', 'current']) {
      const calls = [open, write(1), write(2), call('close_execution'), write(3), tryRecv('inbox'), tryRecv('inbox')];
      expect(outcomes({ dialect }, ...calls)).toEqual(['h', null, null, null, 'channel_closed', 2, null]);
    }
  });

  it('is not the only writer that drops the oldest value of an external channel in the documented library', () => {
    expect(outcomes({}, send('inbox', 1), send('inbox', 2), tryRecv('inbox'))).toEqual([null, null, 2]);
    expect(outcomes({ dialect: 'current' }, send('inbox', 1), send('inbox', 2))[1]).toBe('pending');
  });
});
