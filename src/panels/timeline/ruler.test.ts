import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';
import { ticksOf } from './Ruler.tsx';

test('a number is over its own turn if there is room', () => {
  const ticks = ticksOf(layoutOf(8, 320));
  expect(ticks.map(({ turn }) => turn)).toEqual([0, 2, 4, 6, 7]);
  expect(ticksOf(layoutOf(2, 1000)).map(({ turn }) => turn)).toEqual([0, 1]);
  expect(ticks.every(({ isBefore }) => !isBefore)).toBe(true);
});

test('with many turns, only the last number ends at its mark', () => {
  const ticks = ticksOf(layoutOf(100_000, 1000));
  expect(ticks.filter(({ isBefore }) => isBefore).map(({ turn }) => turn)).toEqual([99_999]);
});

test('without turns or without room, no numbers overlap', () => {
  expect(ticksOf(layoutOf(8, 0))).toEqual([]);
});
