import { expect, test } from 'vitest';
import { areaOf, expressionAt, nearestTo, nextChange, type Point } from './points.ts';
import { pointText } from './words.ts';

const point = (value: number, fire: number): Point => ({
  kind: 'number',
  value,
  text: String(value),
  counts: { eligible: 10, pass: 10 - fire, fire, error: 0, unknown: 0, value: 0 },
});
const points = [point(0, 4), point(10, 4), point(20, 1), point(40, 1)];

test('the point nearest to a value', () => {
  expect([-5, 4, 6, 31, 99].map((value) => nearestTo(points, value))).toEqual([0, 0, 1, 3, 3]);
});

test('the next change is the next value at which the number of firing turns differs', () => {
  expect(nextChange(points, 0, 1)).toBe(2);
  expect(nextChange(points, 2, 1)).toBe(3);
  expect(nextChange(points, 3, -1)).toBe(1);
  expect(nextChange(points, 1, -1)).toBe(0);
});

test('the curve keeps each number of firings up to the next point', () => {
  const area = (all: readonly Point[]) =>
    areaOf(
      all,
      (value) => value * 10,
      (fires) => 40 - fires * 10,
    );
  expect(area(points)).toBe('M0 40H0V0H100V0H200V30H400V30H400V40Z');
  expect(area([point(1, 0)])).toBe('M10 40H10V40H10V40Z');
  expect(area([])).toBe('');
});

test('a number replaces the one in the rule', () => {
  const literal = { start: 4, end: 8, text: '1000', kind: 'int', value: 1000, comparison: null } as const;
  expect(expressionAt('a < 1000 && b', literal, point(20, 1))).toBe('a < 20 && b');
});

test('counts have their denominator', () => {
  expect(pointText(point(0, 4))).toBe('4 fire of 10 eligible turns');
  const none = { eligible: 0, pass: 0, fire: 0, error: 0, unknown: 0, value: 0 };
  expect(pointText({ ...point(0, 0), counts: none })).toBe('no eligible turn');
  expect(pointText({ ...point(0, 0), counts: { ...none, eligible: 3, error: 2, pass: 1 } })).toBe(
    '0 fire · 2 error of 3 eligible turns',
  );
});
