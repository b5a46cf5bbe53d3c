import { expect, test } from 'vitest';
import type { ReplayedTurnDetail } from '../../worker/policy-protocol.ts';
import { transformedPart } from './policyWords.ts';

const rules = [
  { id: 'in', kind: 'transform', hook: 'middleware.before' },
  { id: 'check', kind: 'assert', hook: 'middleware.after' },
  { id: 'out', kind: 'transform', hook: 'middleware.after' },
] as const;

const preview = { type: 'string', text: '"x"', cut: false } as const;

const partAfter = (...outcomes: readonly ReplayedTurnDetail['steps'][number]['outcome'][]) =>
  transformedPart(
    { transformed: preview, steps: rules.map(({ id }, at) => ({ id, outcome: outcomes[at] ?? 'not-reached' })) },
    rules,
  );

test('what the last transform that ran worked on is what came out', () => {
  expect(partAfter('passed', 'failed')).toBe('arguments');
  expect(partAfter('passed', 'passed', 'passed')).toBe('result');
  expect(partAfter('skipped', 'passed')).toBeNull();
});

test('without a transform nothing is set beside what the model saw', () => {
  expect(transformedPart({ transformed: null, steps: [] }, rules)).toBeNull();
});
