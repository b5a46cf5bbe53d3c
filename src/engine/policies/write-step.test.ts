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

  it('under keys that are created when missing', () => {
    expect(added('name: x', guardrail)).toBe(
      'name: x\nguardrails:\n  before:\n    - assert: size(input.message) > 0\n',
    );
    expect(added('guardrails:\n    after:\n      - assert: a\ncapabilities: {}\n', guardrail)).toBe(
      'guardrails:\n    after:\n      - assert: a\n    before:\n      - assert: size(input.message) > 0\ncapabilities: {}\n',
    );
  });

  it('in the place of a grant without conditions, and of an empty value', () => {
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

  it('into lists and maps in brackets, in the same style', () => {
    expect(added('guardrails: {before: [{assert: a}]} # why\n', guardrail)).toBe(
      'guardrails: {before: [{assert: a}, {assert: "size(input.message) > 0"}]} # why\n',
    );
    expect(added('guardrails:\n  before: [\n    {assert: a}, # why\n    {assert: b},\n  ]\n', guardrail)).toBe(
      'guardrails:\n  before: [\n    {assert: a}, # why\n    {assert: b},\n    {assert: "size(input.message) > 0"},\n  ]\n',
    );
    expect(added('capabilities: {refund: "*", mail: "*"}\n', refund)).toBe(
      'capabilities: {refund: {before: [{assert: "input.amount <= 1000"}]}, mail: "*"}\n',
    );
    expect(added('capabilities: {my-bank: {after: []}}\n', { ...refund, match: 'my_bank_send' })).toBe(
      'capabilities: {my-bank: {after: [], before: [{assert: "input.amount <= 1000", match: "send"}]}}\n',
    );
  });

  it('to a manifest in JSON, which stays JSON', () => {
    for (const manifest of [
      {},
      { guardrails: { before: [], after: [{ assert: 'a' }] } },
      { name: 'x', guardrails: { before: [{ assert: 'a' }] } },
    ]) {
      for (const indent of [0, 2]) {
        const text = added(JSON.stringify(manifest, null, indent), { ...guardrail, expression: 'a == "}]"' });
        const { guardrails } = JSON.parse(text) as { guardrails: { before: unknown[] } };
        expect(guardrails.before.at(-1)).toEqual({ assert: 'a == "}]"' });
      }
    }
  });

  it('only if the text has a place for it', () => {
    expect(added('guardrails: &all\n  before: *all\n', guardrail)).toBe('policy/no-place');
    expect(added('name: x\n', { ...guardrail, hook: 'turn' })).toBe('policy/other-hook');
    expect(added('name: x\n', { ...refund, match: null })).toBe('policy/every-tool');
    expect(added('name: x\n', { ...guardrail, expression: ' ' })).toBe('policy/no-step');
  });

  it('with any expression whatever, exactly', () => {
    const texts = fc.constantFrom(
      'guardrails:\n  before:\n    - assert: a\ntests: []\n',
      'guardrails: {before: [{assert: a}]}\n',
      '{"guardrails": {\n  "before": [\n    {"assert": "a"}\n  ]}\n}\n',
    );
    const written = fc.array(
      fc.constantFrom('a', ' ', '\n', '#', ':', '"', "'", '{', '- ', '!', '&', '%', '\\', '|', 'true', '\t', '\r', 'é'),
      { minLength: 1, maxLength: 12 },
    );
    fc.assert(
      fc.property(texts, written, (text, parts) => {
        const expression = parts.join('');
        fc.pre(expression.trim() !== '');
        const result = withStep(policyOf(text), { ...guardrail, expression });
        if (!result.ok) throw new Error(result.problem.message);
        expect(policyOf(result.value.text).rules.map((rule) => rule.expression)).toEqual(['a', expression]);
      }),
    );
  });
});
