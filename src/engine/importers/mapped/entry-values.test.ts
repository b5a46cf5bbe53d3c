import { expect, test } from 'vitest';
import { valueInText } from './entry-values.ts';

test.each([
  ['{"a": 1}', { a: 1 }],
  ["{'a': True, 'b': None}", { a: true, b: null }],
  [' [1, 2]\n', [1, 2]],
  ['<tool_call>\n{"a": 1}\n</tool_call>', { a: 1 }],
  ['```json\n{"a": 1}\n```', { a: 1 }],
  ['{"__proto__": 1}', JSON.parse('{"__proto__": 1}')],
])('%j holds a value', (text, value) => {
  expect(valueInText(text)).toEqual(value);
});

test.each([
  '',
  '7',
  'true',
  '"a"',
  '{oh}',
  '[see below]',
  '[1] as they say [2]',
  '{"a": 1',
  '[INFO] started',
  '<b>{"a": 1}</i>',
])('%j is a text', (text) => {
  expect(valueInText(text)).toBeUndefined();
});
