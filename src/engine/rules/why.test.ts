import { describe, expect, it } from 'vitest';
import { ok } from '../../base/result.ts';
import { defaultDecisions } from '../model/decisions.ts';
import type { Rule } from './rule.ts';
import { openSessionOf } from './testing.ts';
import { explainedValue, why } from './why.ts';

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

  it('link each element of a macro to the turn that wrote it', () => {
    const elementsOf = (expression: string) => {
      const answer = ask({ expression, hook: 'middleware.after' });
      const parts = 'parts' in answer ? answer.parts : [];
      return parts
        .find(({ elements }) => elements !== null)
        ?.elements?.map(({ path, writtenAt }) => [path?.at(-1), writtenAt]);
    };
    // The newest call is the first of the list.
    expect(elementsOf('context.capabilities.refund.inputs.all(i, i.amount > 0)')).toEqual([
      [0, 3],
      [1, 2],
    ]);
    expect(elementsOf('c.cap.refund.inputs.all(at, i, i.amount > 0)')).toEqual([
      [0, 3],
      [1, 2],
    ]);
    // The elements of a computed list, and the keys of a map, have no place.
    expect(elementsOf('[1, 2].exists(n, n == 2)')).toEqual([
      [undefined, null],
      [undefined, null],
    ]);
    expect(elementsOf('input.exists(key, key == "note")')).toContainEqual([undefined, null]);
  });

  it('have the whole value of a computed part and of an element', () => {
    const long = 'x'.repeat(500);
    const rule: Rule = {
      expression: `["${long}", "${long}y"].filter(t, t != "").exists(t, t == "")`,
      hook: 'turn',
      match: null,
    };
    const answer = why(refunds, rule, 3, defaultDecisions);
    expect.assert(answer.ok);
    const macros = answer.value.parts.filter(({ elements }) => elements !== null);
    const [whole, filtered] = macros;
    expect(filtered?.value).toMatchObject({ cut: true });
    const valueOf = (part: number | undefined, element: number | null) =>
      explainedValue(refunds, rule, 3, { part: part ?? -1, element }, defaultDecisions);
    expect(valueOf(filtered?.id, null)).toEqual(ok({ type: 'list', text: `["${long}", "${long}y"]`, cut: false }));
    expect(valueOf(whole?.id, 1)).toEqual(ok({ type: 'string', text: `"${long}y"`, cut: false }));
    expect(valueOf(whole?.id, 7)).toEqual(ok(null));
    expect(valueOf(99, null)).toEqual(ok(null));
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
