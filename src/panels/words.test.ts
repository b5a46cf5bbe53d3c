import { expect, test } from 'vitest';
import { tokensInShort, tokensInWords } from './words.ts';

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
