import { describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { coverage, summed } from './coverage.ts';
import type { Coverage } from './what-if.ts';
import type { Rule } from '../rule.ts';
import { openSessionOf } from '../testing.ts';

const session = openSessionOf(`
  user: refunds
  refund({"amount": 40, "to": "a@example.com"}) -> {}
  refund({"amount": 1200, "to": "b@example.com"}) -> {}
  refund({"amount": 1300, "to": "c@other.org"}) -> {}
  refund({"amount": "many"}) -> {}
`);

async function covered(expression: string, more: Partial<Rule> = {}, only: readonly number[] | null = null) {
  const rule: Rule = { expression, hook: 'middleware.before', match: null, ...more };
  const found = await coverage(session, rule, defaultDecisions, unhurried, only);
  if (!found.ok) throw new Error(found.problem.message);
  return found.value;
}

/** `text: true/false/error/unknown/never`, indented by depth. */
const outline = ({ parts: clauses }: Coverage) =>
  clauses.map(
    ({ text, depth, counts }) =>
      `${'  '.repeat(depth)}${text}: ${counts.true}/${counts.false}/${counts.error}/${counts.unknown}/${counts.never}`,
  );

describe('the coverage of a rule', () => {
  it('counts the results of each clause, and how often it was not evaluated', async () => {
    const found = await covered('input.amount <= 1000 || input.to.endsWith("@example.com")');
    expect(found.turns).toBe(4);
    expect(outline(found)).toEqual([
      'input.amount <= 1000 || input.to.endsWith("@example.com"): 2/1/1/0/0',
      '  input.amount <= 1000: 1/2/1/0/0',
      '  input.to.endsWith("@example.com"): 1/1/1/0/1',
    ]);
  });

  it('sums up to the turns at which the rule ran', async () => {
    const { turns, parts: clauses } = await covered(
      'has(input.to) && (input.amount > 1000 ? input.to != "" : !has(input.x))',
    );
    for (const { counts } of clauses) expect(Object.values(counts).reduce((sum, each) => sum + each, 0)).toBe(turns);
    expect(clauses.map(({ text }) => text)).toContain('input.amount > 1000');
  });

  it('counts every tested expression as a clause, whatever its form', async () => {
    expect(outline(await covered('input.flag && true'))).toEqual([
      'input.flag && true: 0/0/4/0/0',
      '  input.flag: 0/0/4/0/0',
    ]);
  });

  it('marks the clauses inside a macro, for which the deciding element counts', async () => {
    const { parts: clauses } = await covered('[1, 2].exists(x, x == 2)');
    expect(clauses.map(({ text, inMacro, counts }) => [text, inMacro, counts.true])).toEqual([
      ['[1, 2].exists(x, x == 2)', false, 4],
      ['x == 2', true, 4],
    ]);
  });

  it('skips turns at which a condition keeps the rule from running', async () => {
    const found = await covered('has(input.to)', { condition: 'has(input.to)' });
    expect(outline(found)).toEqual(['has(input.to): 3/0/0/0/0']);
  });

  it('can be limited to some turns, and merged over several sessions', async () => {
    const some = await covered('has(input.to)', {}, [1, 4]);
    expect(outline(some)).toEqual(['has(input.to): 1/1/0/0/0']);
    const both = summed([some, await covered('has(input.to)', {}, [2])]);
    expect(both === null ? [] : [both.turns, ...outline(both)]).toEqual([3, 'has(input.to): 2/1/0/0/0']);
    expect(summed([])).toBeNull();
  });

  it('is a problem where the text does not parse', async () => {
    const rule: Rule = { expression: 'input.', hook: 'middleware.before', match: null };
    expect((await coverage(session, rule, defaultDecisions, unhurried)).ok).toBe(false);
  });
});
