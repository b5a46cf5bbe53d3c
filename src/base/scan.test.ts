import { expect, test } from 'vitest';
import { textBetween, withoutEnd } from './scan.ts';

test('characters of a class are removed at the end only', () => {
  expect(withoutEnd('010200', /0/)).toBe('0102');
  expect(withoutEnd(' a b \t\n', /\s/)).toBe(' a b');
  expect(withoutEnd('000', /0/)).toBe('');
  expect(withoutEnd('', /0/)).toBe('');
  expect(withoutEnd('abc', /0/)).toBe('abc');
});

test('the text between two marks is found if both occur in their order', () => {
  expect(textBetween('a <b>c</b> <b>d</b>', '<b>', '</b>')).toBe('c');
  expect(textBetween('</b><b></b>', '<b>', '</b>')).toBe('');
  expect(textBetween('</b><b>', '<b>', '</b>')).toBeUndefined();
  expect(textBetween('x', '<b>', '</b>')).toBeUndefined();
});
