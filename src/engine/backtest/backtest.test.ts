import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { unhurried } from '../../base/pace.ts';
import { defaultDecisions } from '../model/decisions.ts';
import { verdictCodes, verdictKinds, worstOfParts } from '../model/verdict.ts';
import { openSessionOf } from '../rules/testing.ts';
import type { Rule } from '../rules/rule.ts';
import { sweep } from '../rules/sweep.ts';
import { backtest, maxCells } from './backtest.ts';

const payments = (...amounts: readonly unknown[]) =>
  openSessionOf(
    ['user: pay', ...amounts.map((amount) => `pay({"amount": ${JSON.stringify(amount)}}) -> {}`)].join('\n'),
  );
const small: Rule = { expression: 'input.amount <= 100', hook: 'middleware.before', match: null };

test('the result of a rule in a session is its counts, the first turn where it acts, and a picture', async () => {
  const [judged] = await backtest(payments(20, 400, 30, 500), [small], {}, unhurried);
  expect(judged).toMatchObject({ acts: 2, firstAct: 2, counts: { eligible: 4, fire: 2, pass: 2 }, problem: null });
  expect([...(judged?.cells ?? [])].map((code) => verdictKinds[code])).toEqual(['n/a', 'pass', 'fire', 'pass', 'fire']);
});

test('the turns where a rule acts are a bit each, in a session of any length', async () => {
  const session = payments(...Array.from({ length: 200 }, (_, at) => (at % 70 === 69 ? 400 : 20)));
  const [judged] = await backtest(session, [small], {}, unhurried);
  const { codes } = await sweep(session, small, defaultDecisions, unhurried);
  const bitAt = (turn: number) => ((judged?.actsAt[turn >> 3] ?? 0) >> (turn & 7)) & 1;
  expect([...codes.keys()].filter(bitAt)).toEqual(
    [...codes.keys()].filter((turn) => codes[turn] === verdictCodes.fire),
  );
  expect([...codes.keys()].filter(bitAt)).toEqual([70, 140]);
});

test('an error acts where it counts as failed, and only there', async () => {
  const session = payments('much', 400);
  const [closed] = await backtest(session, [small], {}, unhurried);
  const [open] = await backtest(session, [small], { assertError: 'open' }, unhurried);
  expect(closed).toMatchObject({ acts: 2, firstAct: 1 });
  expect(open).toMatchObject({ acts: 1, firstAct: 2 });
});

test('a rule that does not parse has a message, and the others are still judged', async () => {
  const [faulty, sound] = await backtest(payments(400), [{ ...small, expression: 'input.' }, small], {}, unhurried);
  expect(faulty?.problem?.code).toBe('cel/parse');
  expect(faulty).toMatchObject({ acts: 0, firstAct: null, counts: { eligible: 0 } });
  expect(sound?.acts).toBe(1);
});

test('the numbers are those of a sweep, and the picture is the worst of each part', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(fc.integer({ min: 0, max: 200 }), { minLength: 1, maxLength: 400 }), async (amounts) => {
      const session = payments(...amounts);
      const [judged] = await backtest(session, [small], {}, unhurried);
      const { codes, counts } = await sweep(session, small, defaultDecisions, unhurried);
      expect(judged?.counts).toEqual(counts);
      expect(judged?.cells).toEqual(worstOfParts(codes, Math.min(maxCells, codes.length)));
      const first = codes.indexOf(verdictCodes.fire);
      expect(judged?.firstAct).toBe(first < 0 ? null : first);
    }),
    { numRuns: 30 },
  );
});

test('parts are equal, in order, and each shows its worst', () => {
  expect([...worstOfParts(Uint8Array.from([2, 5, 2, 2, 0, 4]), 3)]).toEqual([5, 2, 4]);
  expect([...worstOfParts(Uint8Array.from([2, 5]), 2)]).toEqual([2, 5]);
  expect([...worstOfParts(new Uint8Array(), 0)]).toEqual([]);
});
