import { expect, test } from 'vitest';
import { divergenceText, functionSentences } from './replayWords.ts';

const calls = (successful: number, restricted: number) => ({
  successful,
  errored: 0,
  restricted,
  pending: 0,
  'no-result': 0,
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
