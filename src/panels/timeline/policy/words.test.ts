import { expect, test } from 'vitest';
import { policyOutcomes } from '../../../engine/model/verdict.ts';
import { judgedTurns, outcomesIn, outcomesText } from './words.ts';

const counts = { none: 3, pass: 4, continued: 0, unknown: 2, block: 1, lock: 0 };

test('outcomes are counted out of the turns at which a step runs', () => {
  expect(judgedTurns(counts)).toBe(7);
  expect(outcomesText(counts)).toBe('1 block · 2 unknown of 7 judged turns');
  expect(outcomesText({ ...counts, block: 0, unknown: 0 })).toBe('0 block of 4 judged turns');
});

test('of selected turns, their own outcomes are counted', () => {
  const outcomes = ['block', 'pass', 'none', 'lock', 'block'] as const;
  const codes = Uint8Array.from(outcomes, (outcome) => policyOutcomes.indexOf(outcome));
  expect(outcomesIn(codes, { first: 1, last: 3 })).toEqual({
    none: 1,
    pass: 1,
    continued: 0,
    unknown: 0,
    block: 0,
    lock: 1,
  });
});
