import fc from 'fast-check';
import { expect, it } from 'vitest';
import { linearScale, stepPath } from './plotScale.ts';

const identity = (value: number) => value;

it('has round ticks within its range', () => {
  expect(linearScale([0, 54_884], 0, 100, 3).ticks).toEqual([0, 20_000, 40_000]);
  expect(linearScale([-0.2, 0.5], 0, 100, 4).ticks).toEqual([-0.2, 0, 0.2, 0.4]);
  expect(linearScale([0, 0], 0, 100, 3).ticks).toEqual([0]);
  expect(linearScale([999_999_999_994, 999_999_999_996.5], 0, 100, 5).ticks).toEqual([
    999_999_999_994, 999_999_999_994.5, 999_999_999_995, 999_999_999_995.5, 999_999_999_996, 999_999_999_996.5,
  ]);
  expect(linearScale([1e12, 1e12 + 1e-3], 0, 100, 5).ticks).toEqual([]);
});

it('has at most some ticks more than asked for, whatever the range', () => {
  const numbers = fc.double({ min: -1e12, max: 1e12, noNaN: true });
  fc.assert(
    fc.property(numbers, numbers, (one, other) => {
      const [low, high] = [Math.min(one, other), Math.max(one, other)];
      fc.pre(high - low > 1e-6);
      const { ticks, at } = linearScale([low, high], 10, 110, 5);
      expect(ticks.length).toBeLessThanOrEqual(6);
      for (const tick of ticks) {
        expect(at(tick)).toBeGreaterThan(9.9);
        expect(at(tick)).toBeLessThan(110.1);
      }
    }),
  );
});

it('draws each value up to the next one, with a gap where there is none', () => {
  const points = [
    { turn: 0, value: 10 },
    { turn: 1, value: null },
    { turn: 2, value: 30 },
    { turn: 3, value: 40 },
  ];
  expect(stepPath(points, 4, identity, identity)).toBe('M0 10H1M2 30H3V40H4');
});
