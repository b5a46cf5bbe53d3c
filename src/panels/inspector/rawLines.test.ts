import { expect, test } from 'vitest';
import { linesOf } from './rawLines.ts';

test('the marked range is cut out of each line it runs through', () => {
  const text = 'one\ntwo\nthree';
  const lines = linesOf({ text, highlight: { start: 5, end: 10 }, firstLine: 40, totalLines: 90 });
  expect(lines).toEqual([
    { number: 40, before: 'one', marked: '', after: '' },
    { number: 41, before: 't', marked: 'wo', after: '' },
    { number: 42, before: '', marked: 'th', after: 'ree' },
  ]);
});

test('without a range nothing is marked', () => {
  const lines = linesOf({ text: 'one\ntwo', highlight: null, firstLine: 1, totalLines: 2 });
  expect(lines.every(({ marked }) => marked === '')).toBe(true);
});
