import { describe, expect, it } from 'vitest';
import { defaultDecisions } from '../model/decisions.ts';
import type { Rule } from './rule.ts';
import { openSessionOf } from './testing.ts';
import { why } from './why.ts';

const refunds = openSessionOf(`
  user: refund me
  model: let me see
  refund({"amount": 40}) -> {}
  refund({"amount": 1200, "note": "x"}) -> {}
`);

function ask(rule: Partial<Rule>, turn = 3) {
  const answer = why(
    refunds,
    { expression: 'true', hook: 'middleware.before', match: null, ...rule },
    turn,
    defaultDecisions,
  );
  return answer.ok ? answer.value : answer.problem;
}

describe('the reasons for a verdict', () => {
  it('are the value of each part, and the turn that wrote the place it reads', () => {
    const answer = ask({ expression: 'input.amount <= 1000 && context.capabilities.refund.count_successful < 5' });
    expect(answer).toMatchObject({ verdict: 'fire', problem: null, value: { text: 'false' } });
    const parts = 'parts' in answer ? answer.parts : [];
    const part = (text: string) => parts.find((one) => one.text === text);
    expect(part('input.amount')).toMatchObject({ value: { text: '1200' }, writtenAt: 3 });
    // This part is before the deciding one, and is not evaluated for it.
    expect(part('context.capabilities.refund.count_successful')).toMatchObject({ writtenAt: 2 });
  });

  it('are the problem that kept the whole from a value', () => {
    expect(ask({ expression: 'input.note > 1' })).toMatchObject({
      verdict: 'error',
      value: null,
      problem: { code: 'cel/no_such_overload' },
    });
    expect(ask({ expression: 'context.llm.tokens.total > 5' })).toMatchObject({
      verdict: 'unknown',
      problem: { code: 'cel/unknown', message: expect.stringContaining('context.llm.tokens.total') },
    });
  });

  it('are empty at a turn that the hook does not gate, and a problem for a turn that does not exist', () => {
    expect(ask({}, 0)).toEqual({ verdict: 'n/a', value: null, problem: null, parts: [], proof: [] });
    expect(ask({}, 7)).toEqual({
      code: 'explain/no-such-turn',
      message: 'There is no turn 7: this session has 4, counted from 0.',
    });
  });

  it('are the condition where it is false, fails or is unknown', () => {
    expect(ask({ condition: 'input.amount < 100' })).toMatchObject({
      verdict: 'n/a',
      problem: { code: 'rule/skipped', message: expect.stringContaining('input.amount < 100 is false') },
    });
    expect(ask({ condition: 'input.missing > 1' })).toMatchObject({
      verdict: 'error',
      problem: { code: 'rule/condition', message: expect.stringContaining('no such key: missing') },
    });
    expect(ask({ condition: 'context.llm.tokens.total > 5' })).toMatchObject({
      verdict: 'unknown',
      problem: { code: 'rule/condition', message: expect.stringContaining('does not hold context.llm.tokens.total') },
    });
    expect(ask({ expression: 'false', condition: 'input.amount > 100' })).toMatchObject({
      verdict: 'fire',
      problem: null,
    });
  });
});
