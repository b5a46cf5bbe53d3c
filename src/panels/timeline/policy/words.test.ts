import { expect, test } from 'vitest';
import { policyOutcomes } from '../../../engine/model/verdict.ts';
import { divergenceText, functionSentences, judgedTurns, outcomesIn, outcomesText } from './words.ts';

const counts = { none: 3, pass: 4, continued: 0, unknown: 2, block: 1, lock: 0 };
const calls = (successful: number, restricted: number) => ({
  successful,
  errored: 0,
  restricted,
  pending: 0,
  'no-result': 0,
});

test('outcomes are counted out of the turns at which a step runs', () => {
  expect(judgedTurns(counts)).toBe(7);
  expect(outcomesText(counts)).toBe('1 block · 2 unknown of 7 judged turns');
  expect(outcomesText({ ...counts, block: 0, unknown: 0 })).toBe('0 block of 4 judged turns');
});

test('the text states the turn of divergence and how many turns follow it', () => {
  const codes = new Uint8Array(10);
  expect(divergenceText({ codes, divergesAt: null, lockedAt: null })).toBe('The session would have gone as recorded.');
  expect(divergenceText({ codes, divergesAt: 9, lockedAt: null })).toBe(
    'The session would have gone differently from turn 9 on.',
  );
  expect(divergenceText({ codes, divergesAt: 4, lockedAt: 6 })).toBe(
    'The session would have gone differently from turn 4 on. The later turns (5 turns, hatched) are judged as recorded, although the run would differ there. The task is locked at turn 6: nothing would run after it.',
  );
});

test('only functions whose counters change are listed', () => {
  expect(
    functionSentences([
      { function: 'refund', recorded: calls(3, 0), replayed: calls(2, 1) },
      { function: 'lookup', recorded: calls(5, 0), replayed: calls(5, 0) },
      { function: 'mail', recorded: calls(0, 0), replayed: calls(0, 1) },
    ]),
  ).toEqual([
    'refund: recorded 3 ok; replayed 2 ok, 1 blocked',
    'mail: recorded no call; replayed 1 blocked',
    '1 other function as recorded',
  ]);
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
