import { expect, test } from 'vitest';
import type { VerdictCounts } from '../engine/model/verdict.ts';
import { actsInWords, errorsAndUnknowns, tokensInShort, tokensInWords } from './words.ts';

test('a turn’s tokens are shown by side, and an unrecorded side is not guessed', () => {
  const words = (prompt: number | null, completion: number | null) =>
    [tokensInShort({ prompt, completion }), tokensInWords({ prompt, completion })].map((words) =>
      words.replaceAll('\u2009', ' '),
    );
  expect(words(1300, 180)).toEqual(['1 480', '1 480 (prompt 1 300, completion 180)']);
  expect(words(1300, null)).toEqual(['1 300+', 'prompt 1 300, completion not recorded']);
  expect(words(null, 0)).toEqual(['0+', 'prompt not recorded, completion 0']);
});

test('a call whose tokens are counted with another call shows no number', () => {
  expect(tokensInShort({ prompt: 0, completion: 0 })).toBe('');
  expect(tokensInShort({ prompt: 0, completion: 7 })).toBe('7');
});

test('errors are named, whether or not they are among the turns at which a rule acts', () => {
  const words = (acts: number, fire: number, error: number, unknown = 0) =>
    errorsAndUnknowns(acts, { fire, error, unknown });
  expect([words(3, 3, 0), words(3, 1, 2), words(3, 0, 3), words(1, 0, 1), words(0, 0, 0)]).toEqual([
    '',
    ', 2 errors counted as failed among them',
    ', all of them errors counted as failed',
    ', an error counted as failed',
    '',
  ]);
  expect([words(0, 0, 15), words(2, 2, 1, 4), words(3, 1, 3)]).toEqual([
    ', 15 errors',
    ', 1 error, unknown at 4',
    ', 2 errors counted as failed among them, 1 other error',
  ]);
});

test('a rule that computes a value is not said to fire at no turn', () => {
  const counts = (some: Partial<VerdictCounts>): VerdictCounts => ({
    eligible: 15,
    fire: 0,
    pass: 0,
    error: 0,
    unknown: 0,
    value: 0,
    ...some,
  });
  expect(actsInWords({ hook: 'prompt' }, 0, counts({ value: 12, error: 3 }))).toBe(
    'has a value at 12 of 15 eligible, 3 errors',
  );
  expect(actsInWords({ hook: 'script' }, 0, counts({ error: 15 }))).toBe('has a value at 0 of 15 eligible, 15 errors');
  expect(actsInWords({ hook: 'turn' }, 0, counts({ value: 15 }))).toBe('has a value at 15 of 15 eligible');
  expect(actsInWords({ hook: 'turn' }, 0, counts({ error: 15 }))).toBe('fires at 0 of 15 eligible, 15 errors');
  expect(actsInWords({ hook: 'turn' }, 1, counts({ fire: 1, value: 14 }))).toBe('fires at 1 of 15 eligible');
  expect(actsInWords({ hook: 'agentgateway.llm.before', yields: 'allow' }, 0, counts({ value: 15 }))).toBe(
    'fires at 0 of 15 eligible',
  );
});
