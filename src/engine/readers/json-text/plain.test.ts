import fc from 'fast-check';
import { expect, test } from 'vitest';
import { Double } from '../../model/value.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { plainValue } from './plain.ts';
import { repair } from './repair.ts';

/** Texts of JSON, written loosely: names that occur twice, white space in odd places, numbers of every spelling. */
const space = fc.constantFrom('', '', '', ' ', '\n', '\t ');
const text = fc.constantFrom('""', '"a"', '"b"', '":"', '":x"', '"\\":"', '"\\\\"', '" :"', '"__proto__"', '"0"');
const number = fc.constantFrom(
  '0',
  '-0',
  '1',
  '1.0',
  '-3',
  '0.5',
  '1e3',
  '1E-2',
  '9007199254740993',
  '0.99999999999999999999',
  '1747650000.1234567',
  '1e400',
  '-0.0',
  '1'.repeat(5000),
);
const { value: json } = fc.letrec<{ value: string }>((tie) => ({
  value: fc.oneof(
    { maxDepth: 4, withCrossShrink: true },
    text,
    number,
    fc.constantFrom('null', 'true', '{}', '[]'),
    fc
      .array(fc.tuple(text, space, space, tie('value')), { maxLength: 4 })
      .map((members) => `{${members.map(([name, a, b, value]) => `${name}${a}:${b}${value}`).join(',')}}`),
    fc.array(tie('value'), { maxLength: 4 }).map((elements) => `[${elements.join(', ')}]`),
  ),
}));

test('values found plain are equal to those of the walk over the whole text', () => {
  fc.assert(
    fc.property(json, (written) => {
      const found = plainValue(written, JSON.parse(written));
      if (found === undefined) return;
      const notebook = new Notebook(new Lines(written));
      const walked = repair(written, { start: 0, end: written.length }, notebook, 'refuse');
      expect(walked).toMatchObject({ hasTwins: false });
      expect(walked).toHaveProperty('value', found);
      expect(notebook.notes()).toEqual([]);
    }),
    { numRuns: 3000 },
  );
});

test.each([
  '{"a":1,"b":{"c":[{"d":"x"},null,0.5]},"e":-2.5}',
  '{\n  "at": 1747650000.1234567,\n  "said": "he said \\":\\" and left",\n  "none": null\n}',
])('output of programs is plain: %s', (written) => {
  expect(plainValue(written, JSON.parse(written))).toEqual(JSON.parse(written));
});

test.each([
  ['[1, -20, 0.5, -0.5, 999999999999999]', [1, -20, 0.5, -0.5, 999999999999999]],
  ['{"a":1.0}', { a: new Double(1) }],
  ['{"a":{"b":[{"c":2},{"c":2.0}]},"d":-0}', { a: { b: [{ c: 2 }, { c: new Double(2) }] }, d: 0 }],
  ['{"a":9007199254740993,"b":"x"}', { a: 9007199254740993n, b: 'x' }],
])('numbers are exact, and those that lose digits are restored in their places: %s', (written, exact) => {
  expect(plainValue(written, JSON.parse(written))).toStrictEqual(exact);
});

test('a member called __proto__ is restored like any other', () => {
  const value = plainValue('{"__proto__":1.0}', JSON.parse('{"__proto__":1.0}'));
  expect(Object.entries(value ?? {})).toStrictEqual([['__proto__', new Double(1)]]);
});

test.each([
  '{"a":1,"a":1}',
  '{"a":1.0,"a":1.0}',
  '{"a" :1.0,"b":":"}',
  '1',
  '[1, 1.0]',
  '[-0]',
  '[[1], 1e3]',
  '[9007199254740993]',
  '[0.99999999999999999999]',
  '{"b":1.0,"0":1}',
  '{"a":99999999999999999999}',
])('doubtful texts are left to the walk, unchanged: %s', (written) => {
  const parsed: unknown = JSON.parse(written);
  expect(plainValue(written, parsed)).toBeUndefined();
  expect(parsed).toStrictEqual(JSON.parse(written));
});
