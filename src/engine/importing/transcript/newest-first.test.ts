import { expect, test } from 'vitest';
import { Double } from '../../model/value.ts';
import { isNewestFirst } from './newest-first.ts';

const at = (...seconds: readonly (number | undefined)[]) =>
  seconds.map((second) => (second === undefined ? null : `2026-01-01T00:00:0${second}Z`));
const isReversed = (...seconds: readonly (number | undefined)[]) => isNewestFirst(at(...seconds), (time) => time);

test('falling times show that the newest entry is first', () => {
  expect(isReversed(3, 3, undefined, 1)).toBe(true);
});

test('one rising time, equal times or no times do not show the order', () => {
  expect(isReversed(3, 1, 2)).toBe(false);
  expect(isReversed(3, 3)).toBe(false);
  expect(isReversed(undefined)).toBe(false);
});

test('times may be numbers, with a fraction or without', () => {
  expect(isNewestFirst([3, new Double(2.5), 1], (time) => time)).toBe(true);
});
