import { expect, test } from 'vitest';
import { errorsAmong, tokensInShort, tokensInWords } from './words.ts';

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

test('errors among the turns at which a rule acts are named', () => {
  expect([errorsAmong(3, 3), errorsAmong(3, 1), errorsAmong(3, 0), errorsAmong(1, 0), errorsAmong(0, 0)]).toEqual([
    '',
    ', 2 errors counted as failed among them',
    ', all of them errors counted as failed',
    ', an error counted as failed',
    '',
  ]);
});
