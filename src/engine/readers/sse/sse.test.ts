import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { valueAt } from '../../model/value.ts';
import { documentOf, notesOf, pathsIn, problemOf, valueOf } from '../testing.ts';

describe('server-sent events', () => {
  test('are a list of their data; names, ids and comments are left out', () => {
    const text = ': hello\nevent: update\nid: 7\ndata: {"n": 1}\n\n:ping\n\ndata:{"n": 2}\r\n\r\ndata: [DONE]\n\n';
    expect(documentOf(text).syntax).toBe('sse');
    expect(valueOf(text)).toEqual([{ n: 1 }, { n: 2 }]);
    expect(notesOf(text)).toEqual(['info reader/sse-fields at line 2, column 1']);
  });

  test('may have their data on several lines', () => {
    const text = 'data: {"a":\ndata: [1,\ndata: 2]}\n\ndata: {"b": 3}\n\n';
    expect(valueOf(text)).toEqual([{ a: [1, 2] }, { b: 3 }]);
    const range = documentOf(text).locate([0, 'a', 1]);
    expect(text.slice(range?.start, range?.end)).toBe('2');
  });

  test('may have data broken into lines without a mark, as documentation does', () => {
    const text = 'data: {\n  "a": 1,\n}\n\ndata: {\n  "b": 2\n}\n';
    expect(valueOf(text)).toEqual([{ a: 1 }, { b: 2 }]);
    expect(notesOf(text)).toEqual([
      'repaired reader/sse-broken-data at line 2, column 1',
      'repaired reader/trailing-comma at line 2, column 9',
    ]);
  });

  test('are read up to the end: an event that is not JSON is reported, the last may be cut off', () => {
    const text = 'data: {"a": 1}\n\ndata: retrying\n\ndata: {"b": [2, 3';
    expect(valueOf(text)).toEqual([{ a: 1 }, { b: [2] }]);
    expect(notesOf(text)[0]).toBe('lost reader/sse-data at line 3, column 7');
    expect(notesOf(text)).toHaveLength(2);
  });

  test('may be mixed with lines of JSON', () => {
    const text = 'data: {"a": 1}\n\n{"b": 2}\n{"c": 3}\n\ndata: {"d": 4}\n';
    expect(valueOf(text)).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }, { d: 4 }]);
    expect(notesOf(text)).toEqual(['repaired reader/sse-unmarked at line 3, column 1']);
  });

  test('without any JSON are reported with the place', () => {
    expect(problemOf('data: hello\n\n')).toMatch(/^reader\/\S+: At line 1, column 7/);
  });

  test('the text at a path is read as the value at that path, for any line breaks in the data', () => {
    const events = fc.array(fc.tuple(fc.dictionary(fc.string(), fc.jsonValue({ maxDepth: 2 })), fc.boolean()), {
      minLength: 1,
      maxLength: 5,
    });
    fc.assert(
      fc.property(events, (all) => {
        const text = all
          .map(([value, isBroken]) => JSON.stringify(value, null, isBroken ? 1 : 0).replaceAll(/^/gm, 'data: '))
          .join('\n\n');
        const document = documentOf(text);
        expect(document.syntax).toBe('sse');
        expect(document.value).toHaveLength(all.length);
        for (const path of pathsIn(document.value).filter(({ length }) => length > 1)) {
          const range = document.locate(path);
          const piece = text.slice(range?.start, range?.end).replaceAll(/^data: /gm, '');
          // Under a key, because a list of texts that hold records is read as those records.
          expect(valueOf(`{"piece": ${piece}}`)).toEqual({ piece: valueAt(document.value, path) });
        }
      }),
    );
  });
});
