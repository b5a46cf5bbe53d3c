import { expect, test } from 'vitest';
import type { PolicyRuleOutline } from '../../worker/policy-protocol.ts';
import { countParts, countsInWords, onFailOf, ruleRows } from './ruleRows.ts';

const step: PolicyRuleOutline = {
  id: 'guardrails.before[0]',
  title: 'guardrail before 1',
  kind: 'assert',
  hook: 'guardrail.before',
  rule: { expression: 'a', hook: 'guardrail.before', match: null },
  range: { start: 10, end: 20 },
  place: { start: 2, end: 60 },
  line: 2,
  onFail: null,
  errorMessage: null,
};

test('a problem is marked at the rule whose step contains it, also in its condition or message', () => {
  const problem = { severity: 'error', code: 'x', message: 'X.', range: { start: 48, end: 50 }, line: 2 } as const;
  const outline = {
    agent: { name: null, namespace: null },
    declared: [],
    rules: [step, { ...step, range: { start: 70, end: 80 }, place: { start: 62, end: 90 } }],
    problems: [problem],
    tests: [],
  };
  expect(ruleRows(outline).map((row) => (row.kind === 'own' ? 'own' : row.problems.length))).toEqual(['own', 1, 0]);
});

test('the effect of a failing step is shown, also when the specification’s default applies', () => {
  expect(onFailOf(step)).toEqual({ text: 'lock_task', isDefault: true });
  expect(onFailOf({ ...step, hook: 'middleware.before' })).toEqual({ text: 'block', isDefault: true });
  expect(onFailOf({ ...step, onFail: 'continue' })).toEqual({ text: 'continue', isDefault: false });
  expect(onFailOf({ ...step, kind: 'prompt', hook: 'prompt' }).text).toBe('');
});

test('counts have their denominator, the most severe first', () => {
  const counts = { eligible: 40, pass: 30, fire: 7, error: 3, unknown: 0, value: 0 };
  expect(countParts(counts)).toEqual([
    { kind: 'fire', count: 7 },
    { kind: 'error', count: 3 },
  ]);
  expect(countParts({ ...counts, pass: 40, fire: 0, error: 0 })).toEqual([{ kind: 'pass', count: 40 }]);
  expect(countsInWords(counts)).toBe('fires at 7, errs at 3 of 40 eligible');
  expect(countsInWords({ ...counts, fire: 0, error: 0 })).toBe('passes at all of 40 eligible');
  expect(countsInWords({ ...counts, eligible: 0 })).toBe('no eligible turn');
});

test('a rule of another host’s policy is counted by its decision', () => {
  const counts = { eligible: 40, pass: 30, fire: 7, error: 3, unknown: 0, value: 0 };
  expect(countsInWords(counts, { yields: 'deny' })).toBe('denies at 7, errs at 3 of 40 eligible');
  expect(countsInWords(counts, { yields: 'confirm' })).toBe('asks a person at 7, errs at 3 of 40 eligible');
  expect(countsInWords({ ...counts, fire: 0, error: 0 }, { yields: 'deny' })).toBe(
    'does not deny at all of 40 eligible',
  );
  const allowing = { eligible: 40, pass: 30, fire: 0, error: 0, unknown: 0, value: 10 };
  expect(countsInWords(allowing, { yields: 'allow' })).toBe('allows at 30, does not allow at 10 of 40 eligible');
  expect(countParts(allowing, { yields: 'allow' })).toEqual([{ kind: 'pass', count: 30 }]);
  expect(countParts({ ...allowing, pass: 0 }, { yields: 'allow' })).toEqual([{ kind: 'pass', count: 0 }]);
});
