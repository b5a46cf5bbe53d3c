import { describe, expect, it } from 'vitest';
import { unhurried } from '../../../base/pace.ts';
import { defaultDecisions } from '../../model/decisions.ts';
import { fixes } from './fixes.ts';
import type { Rule } from '../rule.ts';
import { openSessionOf } from '../testing.ts';
import { verdictAt } from '../verdict-at.ts';

const session = openSessionOf(`
  user: refund me
  refund({"amount": 40, "approved": true, "to": "a", "nested": {"deep": {"ok": true}}, "list": [1], "rate": 2.5}) -> {}
  refund({"amount": 1200, "to": null, "nested": {}, "list": [], "count": "7", "word": "x", "rate": 1.5, "zero": 0}) -> {"id": 1}
`);

async function ask(expression: string, hook: Rule['hook'] = 'middleware.before', turn = 2) {
  const answer = await fixes(session, { expression, hook, match: null }, turn, defaultDecisions, unhurried);
  if (!answer.ok) throw new Error(answer.problem.message);
  return answer.value;
}

const proposed = async (expression: string) =>
  ((await ask(expression))?.alternatives ?? []).map(({ rule }) => rule.expression);

describe('fixes for a rule that fails', () => {
  it.each([
    ['input.approved', ['has(input.approved) && input.approved', '!has(input.approved) || input.approved']],
    [
      'input.amount < 9 || input.approved == true',
      [
        'input.amount < 9 || (has(input.approved) && input.approved == true)',
        'input.amount < 9 || !has(input.approved) || input.approved == true',
        'input.amount < 9 || input.?approved.orValue(false) == true',
      ],
    ],
    [
      'input.amout > 3',
      ['input.amount > 3', 'has(input.amout) && input.amout > 3', '!has(input.amout) || input.amout > 3'],
    ],
    [
      'input["approved"] == true',
      [
        '"approved" in input && input["approved"] == true',
        '!("approved" in input) || input["approved"] == true',
        'input[?"approved"].orValue(false) == true',
      ],
    ],
    [
      'has(input.nested.deep.ok)',
      [
        'has(input.nested.deep) && has(input.nested.deep.ok)',
        '!has(input.nested.deep) || has(input.nested.deep.ok)',
        'input.nested.?deep.?ok.hasValue()',
      ],
    ],
    [
      'input.list[0] == 1',
      [
        'size(input.list) > 0 && input.list[0] == 1',
        'size(input.list) <= 0 || input.list[0] == 1',
        'input.list[?0].orValue(0) == 1',
      ],
    ],
    ['input.amount * input.rate > 1.0', ['double(input.amount) * input.rate > 1.0']],
    ['"n" + input.amount == "n1200"', ['"n" + string(input.amount) == "n1200"']],
    ['input.count > 3', ['int(input.count) > 3', 'double(input.count) > 3']],
    [
      'input.amount / input.zero > 1',
      ['input.zero != 0 && input.amount / input.zero > 1', 'input.zero == 0 || input.amount / input.zero > 1'],
    ],
    [
      'input.to.startsWith("a")',
      ['input.to != null && input.to.startsWith("a")', 'input.to == null || input.to.startsWith("a")'],
    ],
    ['len(input.list) == 0', ['size(input.list) == 0']],
    ['inputs.amount > 3', ['input.amount > 3']],
    ['input.list.contains(1)', ['(1 in input.list)']],
    ['!input.count', ['!(input.count != "")']],
    [
      'context.capabilities.refund.inputs.exists(x, x.nothing > 1)',
      [
        'context.capabilities.refund.inputs.exists(x, has(x.nothing) && x.nothing > 1)',
        'context.capabilities.refund.inputs.exists(x, !has(x.nothing) || x.nothing > 1)',
        'context.capabilities.refund.inputs.exists(x, x.?nothing.orValue(0) > 1)',
      ],
    ],
    [
      'int(input.word) == 1',
      [
        'input.word.matches("^-?[0-9]+$") && int(input.word) == 1',
        '!input.word.matches("^-?[0-9]+$") || int(input.word) == 1',
      ],
    ],
  ])('%s', async (expression, wanted) => {
    expect(await proposed(expression)).toEqual(wanted);
  });

  it('each of them has a verdict at the turn that failed', async () => {
    for (const text of [
      'input.approved',
      'input.list[0] > 1',
      'input.to.startsWith("a")',
      'has(input.nested.deep.ok)',
    ]) {
      for (const { rule, verdict } of (await ask(text))?.alternatives ?? []) {
        expect(verdict).not.toBe('error');
        expect(verdictAt(session, rule, 2, defaultDecisions).verdict).toBe(verdict);
      }
    }
  });

  it('list the verdicts that they would change, and the first failing turn', async () => {
    const answer = await ask('input.count == "7" && input.approved', 'middleware.before', 2);
    expect(answer).toMatchObject({ turns: 2, parts: [{ failing: 1, first: 2 }] });
    expect(answer?.alternatives[0]?.moves).toEqual([{ from: 'error', to: 'fire', count: 1 }]);
    expect(answer?.alternatives[1]?.moves).toEqual([{ from: 'error', to: 'pass', count: 1 }]);
  });

  it('a variable of another hook leads to that hook', async () => {
    const answer = await ask('output.id == 1');
    expect(answer?.alternatives.map(({ rule: { hook } }) => hook)).toEqual(['middleware.after']);
  });

  it('there are none for a rule that does not fail', async () => {
    expect(await ask('input.amount > 3')).toBeNull();
  });
});
