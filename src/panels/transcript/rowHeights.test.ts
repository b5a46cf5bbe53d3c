import fc from 'fast-check';
import { expect, test } from 'vitest';
import { RowHeights } from './rowHeights.ts';

test('a row begins where those above it end, whichever of them were measured, in any order', () => {
  const places = fc.array(fc.tuple(fc.integer({ min: 0, max: 5_000 }), fc.integer({ min: 1, max: 300 })));
  fc.assert(
    fc.property(places, fc.integer({ min: 0, max: 6_000 }), (measured, row) => {
      const heights = new RowHeights(50);
      const known = new Map<number, number>();
      for (const [index, height] of measured) {
        heights.set(index, height);
        known.set(index, height);
      }
      let start = 0;
      for (let index = 0; index < row; index++) start += known.get(index) ?? 50;
      expect(heights.startOf(row)).toBe(start);
      expect(heights.at(start)).toBe(row);
      expect(heights.at(start + (known.get(row) ?? 50) - 0.5)).toBe(row);
    }),
  );
});

test('before the first row is the first row', () => {
  expect(new RowHeights().at(-100)).toBe(0);
});

test('forgotten heights are usual again', () => {
  const heights = new RowHeights(50);
  heights.set(3, 500);
  heights.clear();
  expect(heights.startOf(10)).toBe(500);
});
