import { describe, expect, test } from 'vitest';
import type { Recording } from '../../worker/backtest-protocol.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { Input, Rule } from '../../worker/protocol.ts';
import { inProcessEngine } from '../engine/testing.ts';
import { type Asked, Backtest } from './backtest.ts';

const refund = (amount: number) =>
  JSON.stringify({
    messages: [
      { role: 'user', content: `refund ${amount}` },
      {
        role: 'assistant',
        content: null,
        tool_calls: [{ id: 'c', type: 'function', function: { name: 'refund', arguments: `{"amount": ${amount}}` } }],
      },
      { role: 'tool', tool_call_id: 'c', content: '{}' },
    ],
  });

const fileOf = (name: string, text: string): Recording => ({ id: name, name, kind: 'file', file: new Blob([text]) });
const files = (...amounts: readonly number[]) => amounts.map((amount) => fileOf(`${amount}.json`, refund(amount)));
const rule = (expression: string): Rule => ({ expression, hook: 'middleware.before', match: null });
const ask = (...expressions: readonly string[]): Asked => ({
  rules: expressions.map((expression) => ({ kind: 'rule', rule: rule(expression) })),
  policy: null,
  remembered: [],
  decisions: {},
});

/** The real engine, and what it was asked. */
function watched(now?: () => number) {
  const calls: Input<'backtest'>[] = [];
  const { client } = inProcessEngine();
  const engine: Pick<EngineClient, 'backtest'> = {
    backtest(input, options) {
      calls.push(input);
      return client.backtest(input, options);
    },
  };
  return { calls, backtest: new Backtest(engine, now) };
}

/** `title: acts acts …` for each session, in the order of the recordings. */
const told = (backtest: Backtest) =>
  backtest
    .state()
    .results.flatMap(({ sessions }) => sessions)
    .map(({ title, rules }) => `${title}: ${rules.map((one) => one?.acts ?? '?').join(' ')}`);

test('every recording is judged by every rule, and what cannot be read says why', async () => {
  const { backtest } = watched();
  await backtest.start([...files(40, 2400), fileOf('cat.txt', 'Dear diary.')], ask('input.amount < 1000', 'false'));
  expect(told(backtest)).toEqual(['refund 40: 0 1', 'refund 2400: 1 1']);
  const { results, done, total, isRunning } = backtest.state();
  expect([done, total, isRunning]).toEqual([3, 3, false]);
  expect(results.at(-1)?.failures).toMatchObject([{ title: null, problem: { message: expect.stringMatching(/\.$/) } }]);
});

describe('nothing is judged twice', () => {
  test('another draft costs only itself', async () => {
    const { backtest, calls } = watched();
    await backtest.start(files(40, 2400), ask('input.amount < 1000', 'true'));
    await backtest.start(files(40, 2400), ask('input.amount < 10', 'true'));
    expect(told(backtest)).toEqual(['refund 40: 1 0', 'refund 2400: 1 0']);
    expect(calls.map(({ rules }) => rules.length)).toEqual([2, 2, 1, 1]);
  });

  test('another recording costs only itself, and one that is gone is forgotten', async () => {
    const { backtest, calls } = watched();
    await backtest.start(files(40, 2400), ask('true'));
    await backtest.start(files(2400, 7), ask('true'));
    expect(told(backtest)).toEqual(['refund 2400: 0', 'refund 7: 0']);
    expect(calls.map(({ recording }) => recording.name)).toEqual(['40.json', '2400.json', '7.json']);
  });

  test('other decisions are another question', async () => {
    const { backtest } = watched();
    await backtest.start(files(40), ask('input.nope'));
    expect(told(backtest)).toEqual(['refund 40: 1']);
    await backtest.start(files(40), { ...ask('input.nope'), decisions: { assertError: 'open' } });
    expect(told(backtest)).toEqual(['refund 40: 0']);
  });

  test('a run that went on is judged anew', async () => {
    const { backtest, calls } = watched();
    await backtest.start(files(40), ask('true'));
    backtest.forget('40.json');
    await backtest.start(files(40), ask('true'));
    expect(calls).toHaveLength(2);
  });
});

test('which sessions there are stays known while another draft is judged, until another recording comes', async () => {
  const { backtest } = watched(() => 0);
  const told: boolean[] = [];
  await backtest.start(files(40, 2400), ask('true'));
  expect(backtest.state().allRead).toBe(true);
  backtest.subscribe(() => told.push(backtest.state().allRead));
  await backtest.start(files(40, 2400), ask('false'));
  expect(told.splice(0)).toEqual([true, true]);
  await backtest.start(files(40, 2400, 7), ask('false'));
  expect(told).toEqual([false, true]);
});

test('stopping keeps what is done, and starting again goes on from there', async () => {
  const { backtest, calls } = watched();
  const many = files(...Array.from({ length: 40 }, (_, at) => at));
  const walk = backtest.start(many, ask('true'));
  while (calls.length < 5) await Promise.race([walk, new Promise((resolve) => setImmediate(resolve))]);
  backtest.stop();
  await walk;
  const { done, isRunning } = backtest.state();
  expect(isRunning).toBe(false);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(40);
  expect(told(backtest)).toHaveLength(done);

  const before = calls.length;
  await backtest.start(many, ask('true'));
  expect(backtest.state().done).toBe(40);
  expect(calls.length - before).toBe(40 - done);
});

test('progress is told often, rows that fill a screen seldom, and at the end all is there', async () => {
  let time = 0;
  const { backtest } = watched(() => (time += 50));
  const done = new Set<number>();
  const shown = new Set<number>();
  backtest.subscribe(() => {
    done.add(backtest.state().done);
    shown.add(backtest.state().results.length);
  });
  await backtest.start(files(...Array.from({ length: 120 }, (_, at) => at)), ask('true'));
  const beyond = (counts: ReadonlySet<number>) => [...counts].filter((count) => count >= 50).length;
  expect(beyond(done)).toBeGreaterThan(3 * beyond(shown) - 3);
  expect(backtest.state().results).toHaveLength(120);
  await backtest.start(files(1, 2, 3), ask('false'));
  expect(told(backtest)).toEqual(['refund 1: 1', 'refund 2: 1', 'refund 3: 1']);
});

test('a thousand files, each read when its turn comes', async () => {
  const { backtest } = watched();
  await backtest.start(files(...Array.from({ length: 1000 }, (_, at) => at)), ask('input.amount < 990'));
  const sessions = backtest.state().results.flatMap((one) => one.sessions);
  expect(sessions).toHaveLength(1000);
  expect(sessions.filter(({ rules: [judged] }) => judged?.acts === 1)).toHaveLength(10);
});
