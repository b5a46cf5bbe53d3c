import { expect, test } from 'vitest';
import { movedBy, shareOf } from './split.ts';

test('what one neighbour gains the other loses', () => {
  expect(movedBy([20, 50, 30], 0, 10, [0, 0, 0])).toEqual([30, 40, 30]);
  expect(movedBy([20, 50, 30], 1, -5, [0, 0, 0])).toEqual([20, 45, 35]);
});

test('no pane falls below its least', () => {
  expect(movedBy([20, 80], 0, -50, [15, 25])).toEqual([15, 85]);
  expect(movedBy([20, 80], 0, 90, [15, 25])).toEqual([75, 25]);
});

test('the line says which share of its two neighbours the first one has', () => {
  expect(shareOf([20, 60, 20], 0)).toBe(25);
});
