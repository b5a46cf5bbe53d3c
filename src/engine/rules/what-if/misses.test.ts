import { expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { misses } from './misses.ts';
import type { Rule } from '../rule.ts';
import { openSessionOf } from '../testing.ts';

const session = openSessionOf(`
  user: pay
  pay({"amount": 40, "to": "a"}) -> {}
  pay({"amount": 995, "to": "a"}) -> {}
  pay({"amount": 700, "to": "b"}) -> {}
  pay({"amount": 2000, "to": "a"}) -> {}
`);

async function missesOf(expression: string, searched = session) {
  const rule: Rule = { expression, hook: 'middleware.before', match: null };
  const answer = await misses(searched, rule, defaultDecisions, unhurried);
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value;
}

const turns = async (expression: string) => (await missesOf(expression)).alternatives.map(({ turn }) => turn);

it('the turn whose value is nearest to the limit comes first', async () => {
  expect(await turns('input.amount <= 3000')).toEqual([4, 2, 3, 1]);
  const { alternatives: nearest, turns: examined, isWhole } = await missesOf('input.amount <= 3000');
  expect(nearest[0]?.values?.map(({ text, wanted }) => `${text} ${wanted}`)).toEqual(['input.amount more than 3000']);
  expect([examined, isWhole]).toEqual([4, true]);
});

it('fewer clauses that are missing count before nearer values', async () => {
  expect(await turns('!(input.amount > 900 && input.to == "b")')).toEqual([3, 2, 4, 1]);
  const { alternatives: nearest } = await missesOf('!(input.amount > 900 && input.to == "b")');
  expect(nearest.map(({ clauses }) => clauses)).toEqual([1, 1, 1, 2]);
});

it('elements of a list count by the nearest of them', async () => {
  expect(await turns('!context.capabilities.pay.inputs.exists(i, i.amount > 1000)')).toEqual([3, 4, 2]);
});

it('turns that fire or fail are no misses', async () => {
  expect(await turns('input.amount <= 900')).toEqual([3, 1]);
  expect((await missesOf('input.nothing > 1')).alternatives).toEqual([]);
  expect((await missesOf('true')).alternatives).toEqual([]);
});

it('of a long list that only grows every element counts, however long ago it was', async () => {
  const amounts = [990, ...Array.from({ length: 60 }, () => 10)];
  const long = openSessionOf(['user: pay', ...amounts.map((amount) => `pay({"amount": ${amount}}) -> {}`)].join('\n'));
  const {
    alternatives: nearest,
    turns: examined,
    isWhole,
  } = await missesOf('!context.capabilities.pay.inputs.exists(i, i.amount > 1000)', long);
  expect(nearest.map(({ turn }) => turn)).toEqual([2, 3, 4, 5, 6]);
  expect([examined, isWhole]).toEqual([61, true]);
});
