import fc from 'fast-check';
import { expect, test } from 'vitest';
import { formatPath, type Path } from '../model/path.ts';
import { Lines } from '../readers/lines.ts';
import { readNow as readDocument } from '../readers/testing.ts';
import { rangeOfPlace } from './note-place.ts';

function standing(text: string, place: string): string | null {
  const document = readDocument(text);
  if (!document.ok) throw new Error(document.problem.message);
  const range = rangeOfPlace(place, document.value, new Lines(text));
  return range === null ? null : text.slice(range.start, range.end);
}

test('a path leads to its value', () => {
  const text = '{"messages": [{"role": "user", "a.b": {"__proto__": 7}}]}';
  expect(standing(text, 'messages[0].role')).toBe('"user"');
  expect(standing(text, 'messages[0]["a.b"].__proto__')).toBe('7');
  expect(standing(text, 'messages[3]')).toBeNull();
});

test('a line and a column lead to the rest of the line', () => {
  expect(standing('{\n  "a": 1,\n  "b": 2\n}', 'line 2, column 3')).toBe('"a": 1,');
  expect(standing('{"a": 1}', 'line 9, column 1')).toBeNull();
});

test('an invalid place has no range', () => {
  for (const place of ['review().x', 'a..b', 'a[', 'a["\\q"]', 'a["', '…'])
    expect(standing('{"a": 1}', place)).toBeNull();
});

test('the place of a note has the same range as its path', () => {
  const key = fc.oneof(fc.string(), fc.constantFrom('__proto__', 'a"b', '\\', '[0]', 'line 1, column 1'));
  fc.assert(
    fc.property(fc.array(fc.oneof(key, fc.nat(3)), { minLength: 1, maxLength: 6 }), (path: Path) => {
      const value = path.reduceRight<unknown>(
        (inner, step) =>
          typeof step === 'number' ? [...Array<null>(step).fill(null), inner] : Object.fromEntries([[step, inner]]),
        'here',
      );
      expect(standing(JSON.stringify(value), formatPath(path))).toBe('"here"');
    }),
  );
});
