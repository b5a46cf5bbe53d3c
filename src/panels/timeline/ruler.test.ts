import { expect, test } from 'vitest';
import { centreOf, cellOf, layoutOf } from './layout.ts';
import { ticksOf } from './Ruler.tsx';

test('a number is over the middle of its own turn', () => {
  const layout = layoutOf(8, 320);
  const ticks = ticksOf(layout);
  expect(ticks.map(({ turn }) => turn)).toEqual([0, 2, 4, 6, 7]);
  for (const { turn, mark, left, width } of ticks) {
    expect(mark).toBe(centreOf(layout, cellOf(layout, turn)));
    expect(left + width / 2).toBe(mark);
  }
  expect(ticksOf(layoutOf(2, 1000)).map(({ turn }) => turn)).toEqual([0, 1]);
});

test('with many turns, the first and the last number stay on the ruler', () => {
  const ticks = ticksOf(layoutOf(100_000, 1000));
  expect(ticks.at(-1)?.turn).toBe(99_999);
  expect(ticks.every(({ left, width }) => left >= 0 && left + width <= 1000)).toBe(true);
});

test('without room there are no numbers', () => {
  expect(ticksOf(layoutOf(8, 0))).toEqual([]);
});
