import { afterEach, expect, it } from 'vitest';
import { paced, type Pace } from '../base/pace.ts';
import { ok } from '../base/result.ts';
import { defaultDecisions as decisions } from '../engine/model/decisions.ts';
import type { SessionRef } from '../engine/model/session.ts';
import { connect } from './connect.ts';
import { methods } from './methods.ts';
import { serve } from './serve.ts';

let close = () => {};
afterEach(() => close());

/** An engine whose sweeps and misses take a number of slices each, and record them in order. */
function engineThatNotes(slices: number) {
  const noted: string[] = [];
  const walk = async (name: string, pace: Pace) => {
    let now = 0;
    // Each reading of the clock uses up a slice.
    await paced(slices, { ...pace, now: () => (now += 100), breathe: pace.breathe }, () => noted.push(name));
  };
  const { port1, port2 } = new MessageChannel();
  close = () => {
    port1.close();
    port2.close();
  };
  serve(port2, {
    ...methods(),
    async sweep(_input, pace) {
      await walk('sweep', pace);
      return ok({ codes: new Uint8Array(), counts: noCounts, problem: null, tookMs: 0 });
    },
    async misses(_input, pace) {
      await walk('misses', pace);
      return ok({ turns: 0, isWhole: true, alternatives: [], parts: [], notes: [] });
    },
  });
  return { noted, connection: connect(port1) };
}

const noCounts = { eligible: 0, pass: 0, fire: 0, error: 0, unknown: 0, value: 0 };
const session: SessionRef = { id: 's1:0' as SessionRef['id'], revision: 0 }; // not used by this test
const asked = { session, rule: { expression: 'true', hook: 'turn', match: null }, decisions } as const;

it('a background call continues after a later sweep is done', async () => {
  const { noted, connection } = engineThatNotes(5);
  const misses = connection.call('misses', asked);
  const sweep = connection.call('sweep', asked);
  await sweep;
  const behind = noted.lastIndexOf('sweep');
  await misses;
  expect(noted.slice(0, behind + 1).filter((name) => name === 'misses')).toEqual([]);
  expect(noted.filter((name) => name === 'misses')).toHaveLength(5);
});

it('a call that is cancelled before its turn is not begun', async () => {
  const { noted, connection } = engineThatNotes(5);
  const wanted = new AbortController();
  const misses = connection.call('misses', asked, { signal: wanted.signal });
  const sweep = connection.call('sweep', asked);
  wanted.abort();
  await expect(misses).rejects.toThrow('was cancelled');
  await sweep;
  await connection.call('sweep', asked);
  expect(noted).not.toContain('misses');
});

it('an exception in the engine is reported as a bug in Contextscope, with its first line, and the next call is answered', async () => {
  const { port1, port2 } = new MessageChannel();
  close = () => {
    port1.close();
    port2.close();
  };
  serve(port2, {
    ...methods(),
    async misses() {
      throw new RangeError('a turn beyond the last\n    at somewhere');
    },
  });
  const { call } = connect(port1);
  await expect(call('misses', asked)).rejects.toMatchObject({
    name: 'ProblemError',
    problem: {
      code: 'engine/bug',
      message: expect.stringMatching(/^This is a bug in Contextscope: .*a turn beyond the last$/),
    },
  });
  await expect(call('sweep', asked)).rejects.toMatchObject({ problem: { code: expect.not.stringMatching('bug') } });
});

it('the columns of the timeline are moved to the page, and the same columns can be requested again', async () => {
  const { port1, port2 } = new MessageChannel();
  close = () => {
    port1.close();
    port2.close();
  };
  const engine = methods();
  const given: Uint8Array[] = [];
  serve(port2, {
    ...engine,
    async turnColumns(input, pace) {
      const answer = await engine.turnColumns(input, pace);
      if (answer.ok) given.push(answer.value.kinds);
      return answer;
    },
  });
  const { call } = connect(port1);
  const text = JSON.stringify([{ role: 'user', content: 'Hello' }]);
  const { source } = await call('open', { text, name: 'chat.json' });
  const { ref } = await call('openSession', { source, entry: 0 });
  for (let times = 0; times < 2; times++)
    expect((await call('turnColumns', { session: ref })).kinds).toEqual(new Uint8Array([0]));
  expect(given.map(({ length }) => length)).toEqual([0, 0]);
});
