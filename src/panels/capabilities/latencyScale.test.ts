import { expect, test } from 'vitest';
import { latencyScale } from './latencyScale.ts';

const of = (...times: readonly number[]) => ({ count: times.length, p50: 0, p95: 0, times });

test('similar times are on a scale from zero, in one unit', () => {
  const scale = latencyScale([of(200, 400), of(1000)]);
  expect(scale?.at(500)).toBe(0.5);
  expect(scale?.ticks).toEqual([
    { at: 0, text: '0 s' },
    { at: 0.5, text: '0.5 s' },
    { at: 1, text: '1 s' },
  ]);
});

test('times that differ much are on a scale by magnitude, with round times', () => {
  const scale = latencyScale([of(10, 400), of(100_000)]);
  expect(scale?.ticks.map(({ text }) => text)).toEqual(['10 ms', null, '1 s', null, '1 min']);
  expect([scale?.at(10), scale?.at(1000), scale?.at(100_000)].map((at) => at?.toFixed(2))).toEqual([
    '0.00',
    '0.50',
    '1.00',
  ]);
  expect(scale?.at(0)).toBe(0);
});

test('a single time, even none at all, has a scale; no recorded time has none', () => {
  expect(latencyScale([of(0)])?.at(0)).toBe(0);
  expect(latencyScale([of(12)])?.at(12)).toBe(1);
  expect(latencyScale([])).toBe(null);
});
