import { expect, test } from 'vitest';
import { decisionOfPolicy, decisionOfRule, differs } from './gateJudgement.ts';

test('a rule decides at its own hook only, and only where it has a verdict', () => {
  expect(decisionOfRule('call', 'middleware.before', 'fire')).toBe('deny');
  expect(decisionOfRule('call', 'middleware.before', 'pass')).toBe('pass');
  expect(decisionOfRule('call', 'middleware.after', 'fire')).toBeNull();
  expect(decisionOfRule('prompt', 'guardrail.before', 'n/a')).toBeNull();
  expect(decisionOfRule('answer', 'guardrail.after', 'unknown')).toBeNull();
});

test('steps after the call decide about its result, the others about the call', () => {
  const rules = [
    { id: 'before', hook: 'middleware.before' },
    { id: 'after', hook: 'middleware.after' },
  ] as const;
  const step = (id: string, outcome: 'passed' | 'failed' | 'unknown') => ({
    id,
    outcome,
    message: null,
    invoked: null,
  });
  const blocked = { outcome: 'block', steps: [step('before', 'passed'), step('after', 'failed')] } as const;
  expect(decisionOfPolicy('call', blocked, rules)).toBe('pass');
  expect(decisionOfPolicy('result', blocked, rules)).toBe('deny');
  const unknown = { outcome: 'unknown', steps: [step('before', 'unknown')] } as const;
  expect(decisionOfPolicy('call', unknown, rules)).toBeNull();
});

test('where the policy could not be judged, the agent continued', () => {
  expect(differs({ decision: 'unjudged', about: 'call' }, 'pass')).toBe(false);
  expect(differs({ decision: 'unjudged', about: 'call' }, 'deny')).toBe(true);
  expect(differs({ decision: 'ask', about: 'call', answer: 'deny' }, 'ask')).toBe(false);
});
