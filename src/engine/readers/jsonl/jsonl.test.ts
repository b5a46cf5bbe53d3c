import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Double, valueAt } from '../../model/value.ts';
import { documentOf, notesOf, pathsIn, valueOf } from '../testing.ts';

describe('JSON Lines', () => {
  test('are a list of the lines’ values; blank lines are ignored', () => {
    const text = '{"a": 1.0}\r\n\n[2]\n   \n"x"\n';
    expect(documentOf(text).syntax).toBe('jsonl');
    expect(valueOf(text)).toEqual([{ a: new Double(1) }, [2], 'x']);
    expect(notesOf(text)).toEqual([]);
  });

  test('a cut-off last line is left out, with a note', () => {
    const text = '{"a": 1}\n{"a": 2}\n{"a": [3, 4';
    expect(valueOf(text)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(notesOf(text)).toEqual(['lost reader/cut-off at line 3, column 1']);
  });

  test('a bad line in the middle is left out with its place, as long as half of the lines are good', () => {
    const text = '{"a": 1}\nRetrying in 3 s\n{"a": 2}\n{"a": }\n';
    expect(valueOf(text)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(notesOf(text)).toEqual([
      'lost reader/bad-line at line 2, column 1',
      'lost reader/bad-line at line 4, column 7',
    ]);
  });

  test('lines are repaired like any JSON, each at its place', () => {
    const text = '{"a": 1}\n{"a": NaN,}\n{"a": 1.0, "a": 2}';
    expect(valueOf(text)).toEqual([{ a: 1 }, { a: NaN }, { a: 2 }]);
    expect(notesOf(text)).toEqual([
      'info reader/non-finite at line 2, column 7',
      'repaired reader/trailing-comma at line 2, column 10',
      'assumed reader/duplicate-key at line 3, column 12',
    ]);
  });

  test('cut off anywhere, the complete lines are read', () => {
    const text = '{"a": [1.0, "x"]}\n{"b": {"c": null}}\n{"d": true}\n';
    const second = text.indexOf('{"b"');
    for (let end = second; end <= text.length; end++) {
      const value = valueOf(text.slice(0, end));
      expect(valueAt(value, [0, 'a', 1]) ?? valueAt(value, ['a', 1])).toBe('x');
    }
  });

  test('the text at a path is read as the value at that path', () => {
    const rows = fc.array(fc.jsonValue({ maxDepth: 3 }), { minLength: 2, maxLength: 6 });
    fc.assert(
      fc.property(rows, (values) => {
        const text = values.map((value) => JSON.stringify(value)).join('\n\n');
        const document = documentOf(text);
        expect(document.syntax).toBe('jsonl');
        for (const path of pathsIn(document.value).filter(({ length }) => length > 0)) {
          const range = document.locate(path);
          const written = text.slice(range?.start, range?.end);
          const value = valueAt(document.value, path);
          // A text alone is opened if it holds values, such as `"A()0"`: within a line it is a text.
          expect(typeof value === 'string' ? JSON.parse(written) : valueOf(written)).toEqual(value);
        }
      }),
    );
  });
});

describe('several JSON values that are not on lines of their own', () => {
  test('are a list as well', () => {
    const text = '{\n  "a": 1\n}\n{\n  "b": [2.0]\n}\n';
    expect(valueOf(text)).toEqual([{ a: 1 }, { b: [new Double(2)] }]);
    const range = documentOf(text).locate([1, 'b', 0]);
    expect(text.slice(range?.start, range?.end)).toBe('2.0');
  });

  test('named values are one of these forms', () => {
    const text = 'first: {"n": 1}\n\ndata: {"n": 2}\n\n';
    expect(valueOf(text)).toEqual([{ n: 1 }, { n: 2 }]);
  });

  test('a transcript of requests is another', () => {
    const text =
      'POST /message:send HTTP/1.1\nHost: agent.example.com\n\n{"role": "user"}\nHTTP/1.1 200 OK\n\n{"task": {"id": "t"}}\n';
    expect(valueOf(text)).toEqual([{ role: 'user' }, { task: { id: 't' } }]);
  });

  test('one value among prose is that value', () => {
    const document = documentOf('The answer was:\n{"a": {"b": 1}}\n');
    expect(document.value).toEqual({ a: { b: 1 } });
    expect(document.locate(['a', 'b'])).toEqual({ start: 28, end: 29 });
  });

  test('a broken value is not read as its fragments', () => {
    const text = '{\n "a": {"x": 1}\n "b": {"y": 2},\n "c": {"z": 3}\n}';
    expect(valueOf(text)).toEqual({ a: { x: 1 }, b: { y: 2 }, c: { z: 3 } });
    expect(notesOf(text)).toEqual(['repaired reader/missing-comma at line 3, column 2']);
  });
});
