import { describe, expect, test } from 'vitest';
import type { Recording } from '../../worker/backtest-protocol.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { Input, Rule } from '../../worker/protocol.ts';
import { inProcessEngine } from '../engine/testing.ts';
import { type BacktestRequest, Backtest } from './backtest.ts';

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
const request = (...expressions: readonly string[]): BacktestRequest => ({
  rules: expressions.map((expression) => ({ kind: 'rule', rule: rule(expression) })),
  policy: null,
  remembered: [],
  decisions: {},
});

/** The real engine, and the calls that it received. */
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
const summary = (backtest: Backtest) =>
  backtest
    .state()
    .results.flatMap(({ sessions }) => sessions)
    .map(({ title, rules }) => `${title}: ${rules.map((one) => one?.acts ?? '?').join(' ')}`);

test('every rule judges every recording, and an unreadable recording reports why', async () => {
  const { backtest } = watched();
  await backtest.start([...files(40, 2400), fileOf('cat.txt', 'Dear diary.')], request('input.amount < 1000', 'false'));
  expect(summary(backtest)).toEqual(['refund 40: 0 1', 'refund 2400: 1 1']);
  const { results, done, total, isRunning } = backtest.state();
  expect([done, total, isRunning]).toEqual([3, 3, false]);
  expect(results.at(-1)?.failures).toMatchObject([{ title: null, problem: { message: expect.stringMatching(/\.$/) } }]);
});

describe('no recording is judged twice by the same rule', () => {
  test('a new draft is the only rule judged again', async () => {
    const { backtest, calls } = watched();
    await backtest.start(files(40, 2400), request('input.amount < 1000', 'true'));
    await backtest.start(files(40, 2400), request('input.amount < 10', 'true'));
    expect(summary(backtest)).toEqual(['refund 40: 1 0', 'refund 2400: 1 0']);
    expect(calls.map(({ rules }) => rules.length)).toEqual([2, 2, 1, 1]);
  });

  test('a new recording is the only one judged, and a removed one is forgotten', async () => {
    const { backtest, calls } = watched();
    await backtest.start(files(40, 2400), request('true'));
    await backtest.start(files(2400, 7), request('true'));
    expect(summary(backtest)).toEqual(['refund 2400: 0', 'refund 7: 0']);
    expect(calls.map(({ recording }) => recording.name)).toEqual(['40.json', '2400.json', '7.json']);
  });

  test('other decisions mean judging again', async () => {
    const { backtest } = watched();
    await backtest.start(files(40), request('input.nope'));
    expect(summary(backtest)).toEqual(['refund 40: 1']);
    await backtest.start(files(40), { ...request('input.nope'), decisions: { assertError: 'open' } });
    expect(summary(backtest)).toEqual(['refund 40: 0']);
  });

  test('a run that continued is judged again', async () => {
    const { backtest, calls } = watched();
    await backtest.start(files(40), request('true'));
    backtest.forget('40.json');
    await backtest.start(files(40), request('true'));
    expect(calls).toHaveLength(2);
  });
});

test('a live session is judged again when it has grown, and its row stays until then', async () => {
  const { client } = inProcessEngine();
  const texts = [refund(40), refund(2400)];
  const backtest = new Backtest({
    backtest: ({ recording, ...input }, options) => {
      const revision = recording.kind === 'open' ? (recording.revision ?? 0) : 0;
      return client.backtest({ ...input, recording: fileOf(`${revision}`, texts[revision] ?? '') }, options);
    },
  });
  const live = (revision: number): Recording => ({ id: 'l1', name: 'agent', kind: 'open', source: 'l1', revision });
  await backtest.start([live(0)], request('input.amount < 1000'));
  const judging = backtest.start([live(1)], request('input.amount < 1000'));
  expect(summary(backtest)).toEqual(['refund 40: 0']);
  await judging;
  expect(summary(backtest)).toEqual(['refund 2400: 1']);
});

test('the list of sessions stays complete while another draft is judged, until a recording is added', async () => {
  const { backtest } = watched(() => 0);
  const states: boolean[] = [];
  await backtest.start(files(40, 2400), request('true'));
  expect(backtest.state().allRead).toBe(true);
  backtest.subscribe(() => states.push(backtest.state().allRead));
  await backtest.start(files(40, 2400), request('false'));
  expect(states.splice(0)).toEqual([true, true]);
  await backtest.start(files(40, 2400, 7), request('false'));
  expect(states).toEqual([false, true]);
});

test('stopping keeps the results, and starting again continues from there', async () => {
  const { backtest, calls } = watched();
  const many = files(...Array.from({ length: 40 }, (_, at) => at));
  const walk = backtest.start(many, request('true'));
  while (calls.length < 5) await Promise.race([walk, new Promise((resolve) => setImmediate(resolve))]);
  backtest.stop();
  await walk;
  const { done, isRunning } = backtest.state();
  expect(isRunning).toBe(false);
  expect(done).toBeGreaterThan(0);
  expect(done).toBeLessThan(40);
  expect(summary(backtest)).toHaveLength(done);

  const before = calls.length;
  await backtest.start(many, request('true'));
  expect(backtest.state().done).toBe(40);
  expect(calls.length - before).toBe(40 - done);
});

test('progress is published often, rows beyond one screen less often, and all rows at the end', async () => {
  let time = 0;
  const { backtest } = watched(() => (time += 50));
  const done = new Set<number>();
  const shown = new Set<number>();
  backtest.subscribe(() => {
    done.add(backtest.state().done);
    shown.add(backtest.state().results.length);
  });
  await backtest.start(files(...Array.from({ length: 120 }, (_, at) => at)), request('true'));
  const beyond = (counts: ReadonlySet<number>) => [...counts].filter((count) => count >= 50).length;
  expect(beyond(done)).toBeGreaterThan(3 * beyond(shown) - 3);
  expect(backtest.state().results).toHaveLength(120);
  await backtest.start(files(1, 2, 3), request('false'));
  expect(summary(backtest)).toEqual(['refund 1: 1', 'refund 2: 1', 'refund 3: 1']);
});

test('several files are judged at a time, each once, and the open sessions one by one', async () => {
  const { client } = inProcessEngine();
  let most = 0;
  const active: Recording[] = [];
  const judged: string[] = [];
  const backtest = new Backtest(
    {
      async backtest(input, options) {
        active.push(input.recording);
        judged.push(input.recording.name);
        most = Math.max(most, active.length);
        expect(active.filter(({ kind }) => kind === 'open').length).toBeLessThanOrEqual(1);
        const { recording } = input;
        const answer = await client.backtest(
          { ...input, recording: { ...recording, ...fileOf('x', refund(2)) } },
          options,
        );
        active.splice(active.indexOf(recording), 1);
        return answer;
      },
    },
    undefined,
    3,
  );
  const open = [1, 2].map((at): Recording => ({ id: `o${at}`, name: `o${at}`, kind: 'open', source: `s${at}` }));
  await backtest.start([...files(1, 2, 3, 4, 5), ...open], request('true'));
  expect(most).toBe(3);
  expect(judged.toSorted()).toEqual(['1.json', '2.json', '3.json', '4.json', '5.json', 'o1', 'o2']);
  expect(backtest.state()).toMatchObject({ done: 7, total: 7, isRunning: false });
});

test('the time left is estimated after some recordings', async () => {
  let time = 0;
  const { backtest } = watched(() => (time += 400));
  const left: (number | null)[] = [];
  backtest.subscribe(() => left.push(backtest.state().leftMs));
  await backtest.start(files(...Array.from({ length: 40 }, (_, at) => at)), request('true'));
  const estimates = left.filter((one) => one !== null);
  expect(left[0]).toBeNull();
  expect(left.at(-1)).toBeNull();
  expect(estimates.length).toBeGreaterThan(10);
  expect(estimates).toEqual(estimates.toSorted((a, b) => b - a));
});

test('a thousand files are read one after the other', async () => {
  const { backtest } = watched();
  await backtest.start(files(...Array.from({ length: 1000 }, (_, at) => at)), request('input.amount < 990'));
  const sessions = backtest.state().results.flatMap((one) => one.sessions);
  expect(sessions).toHaveLength(1000);
  expect(sessions.filter(({ rules: [judged] }) => judged?.acts === 1)).toHaveLength(10);
});
