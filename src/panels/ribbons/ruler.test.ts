import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';
import { ticksOf } from './Ruler.tsx';

test('a number stands over its own turn while there is room, so that it is not taken for the turn before', () => {
  const ticks = ticksOf(layoutOf(8, 1000));
  expect(ticks.map(({ turn }) => turn)).toEqual([0, 2, 4, 6, 7]);
  expect(ticksOf(layoutOf(2, 1000)).map(({ turn }) => turn)).toEqual([0, 1]);
  expect(ticks.every(({ isBefore }) => !isBefore)).toBe(true);
});

test('only the last number of many turns ends at its mark', () => {
  const ticks = ticksOf(layoutOf(100_000, 1000));
  expect(ticks.filter(({ isBefore }) => isBefore).map(({ turn }) => turn)).toEqual([99_999]);
});

test('a session without turns, or a track without room, has no numbers that stand on each other', () => {
  expect(ticksOf(layoutOf(8, 0))).toEqual([]);
});
