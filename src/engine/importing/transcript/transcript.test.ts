import { expect, test } from 'vitest';
import { tokensCounted, recordedTokens } from './transcript.ts';

test('zeros on both sides are no count, and a model may well answer with nothing', () => {
  expect(recordedTokens(0, 0)).toBeUndefined();
  expect(recordedTokens(0, undefined)).toBeUndefined();
  expect(recordedTokens(undefined, 0)).toBeUndefined();
  expect(recordedTokens(undefined, undefined)).toBeUndefined();
  expect(recordedTokens(12, 0)).toEqual({ prompt: 12, completion: 0 });
  expect(recordedTokens(12, undefined)).toEqual({ prompt: 12 });
  expect(tokensCounted(0, 0)).toEqual({ prompt: 0, completion: 0 });
});
