import { expect, test } from 'vitest';
import { excerptAround, placeOf } from './RefusedDialog.tsx';

test('lines and columns are counted from 1', () => {
  expect(placeOf('ab\ncd', 0)).toEqual({ line: 1, column: 1 });
  expect(placeOf('ab\ncd', 4)).toEqual({ line: 2, column: 2 });
});

test('a fault in a long text is shown with a little text around it', () => {
  const text = `${'a'.repeat(500)}!${'b'.repeat(500)}`;
  const { before, at, after } = excerptAround(text, { start: 500, end: 501 });
  expect(at).toBe('!');
  expect(before).toBe(`…${'a'.repeat(160)}`);
  expect(after).toBe(`${'b'.repeat(160)}…`);
});

test('a fault at the end of the text is marked with a sign', () => {
  expect(excerptAround('{"a":', { start: 5, end: 5 }).at).toBe('⏎');
});
