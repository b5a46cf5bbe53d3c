import { expect, test } from 'vitest';
import { tokensCounted, tokensTold } from './transcript.ts';

test('zeros on both sides are no count, and a model may well answer with nothing', () => {
  expect(tokensTold(0, 0)).toBeUndefined();
  expect(tokensTold(0, undefined)).toBeUndefined();
  expect(tokensTold(undefined, 0)).toBeUndefined();
  expect(tokensTold(undefined, undefined)).toBeUndefined();
  expect(tokensTold(12, 0)).toEqual({ prompt: 12, completion: 0 });
  expect(tokensTold(12, undefined)).toEqual({ prompt: 12 });
  expect(tokensCounted(0, 0)).toEqual({ prompt: 0, completion: 0 });
});
