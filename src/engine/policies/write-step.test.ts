import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import type { Rule } from '../rules/rule.ts';
import { policyOf } from './testing.ts';
import { withStep } from './write-step.ts';

const guardrail: Rule = { expression: 'size(input.message) > 0', hook: 'guardrail.before', match: null };
const refund: Rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: 'refund' };

const added = (text: string, rule: Rule): string => {
  const result = withStep(policyOf(text), rule);
  return result.ok ? result.value.text : result.problem.code;
};

describe('a step is added', () => {
  it('at the end of the list, where there is one', () => {
    const text = 'guardrails:\n  before:\n  - assert: a # why\n\n  # later\n  after: []\nname: x\n';
    expect(added(text, guardrail)).toBe(
      'guardrails:\n  before:\n  - assert: a # why\n  - assert: size(input.message) > 0\n\n  # later\n  after: []\nname: x\n',
    );
  });

  it('under keys that are made where they are missing', () => {
    expect(added('name: x', guardrail)).toBe(
      'name: x\nguardrails:\n  before:\n    - assert: size(input.message) > 0\n',
    );
    expect(added('guardrails:\n    after:\n      - assert: a\ncapabilities: {}\n', guardrail)).toBe(
      'guardrails:\n    after:\n      - assert: a\n    before:\n      - assert: size(input.message) > 0\ncapabilities: {}\n',
    );
  });

  it('in the place of a grant without conditions, and of nothing', () => {
    expect(added('capabilities:\n  refund: "*" # any\n  mail: "*"\n', refund)).toBe(
      'capabilities:\n  refund: # any\n    before:\n      - assert: input.amount <= 1000\n  mail: "*"\n',
    );
    expect(added('capabilities:\nname: x\n', refund)).toBe(
      'capabilities:\n  refund:\n    before:\n      - assert: input.amount <= 1000\nname: x\n',
    );
  });

  it('to the tool that the function belongs to, for one action of it', () => {
    expect(added('capabilities:\n  my-bank: "*"\n', { ...refund, match: 'my_bank_send' })).toBe(
      'capabilities:\n  my-bank:\n    before:\n      - assert: input.amount <= 1000\n        match: send\n',
    );
  });

  it('only where there is a place for it', () => {
    expect(added('guardrails: {before: [{assert: a}]}\n', guardrail)).toBe('policy/no-place');
    expect(added('name: x\n', { ...guardrail, hook: 'turn' })).toBe('policy/no-step');
    expect(added('name: x\n', { ...refund, match: null })).toBe('policy/no-step');
    expect(added('name: x\n', { ...guardrail, expression: ' ' })).toBe('policy/no-step');
  });

  it('with any expression whatever, exactly', () => {
    const text = 'guardrails:\n  before:\n    - assert: a\ntests: []\n';
    const written = fc.array(
      fc.constantFrom('a', ' ', '\n', '#', ':', '"', "'", '{', '- ', '!', '&', '%', '\\', '|', 'true', '\t', '\r', 'é'),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(written, (parts) => {
        const expression = parts.join('');
        fc.pre(expression.trim() !== '');
        const result = withStep(policyOf(text), { ...guardrail, expression });
        if (!result.ok) throw new Error(result.problem.message);
        expect(policyOf(result.value.text).rules.map((rule) => rule.expression)).toEqual(['a', expression]);
      }),
    );
  });
});
