import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { openJson } from './json-text.ts';
import { Double } from './value.ts';

const plain = (part: unknown) => (part instanceof Double ? part.value : typeof part === 'bigint' ? Number(part) : part);

describe('a text of JSON', () => {
  it('is parsed with its numbers as they were written', () => {
    expect(
      openJson('{"a": 1.0, "b": 1e3, "c": 9007199254740993, "d": "9007199254740993 1.0", "e": 1.5, "f": -7}'),
    ).toEqual({
      a: new Double(1),
      b: new Double(1000),
      c: 9007199254740993n,
      d: '9007199254740993 1.0',
      e: 1.5,
      f: -7,
    });
    expect(Object.keys(Object(openJson('{"__proto__": 1}')))).toEqual(['__proto__']);
  });

  it('stays a text where it is a mere word or number, or is cut off', () => {
    for (const text of ['', '"007"', '12', 'true', '{"a": 1', '[1,]', 'plain']) expect(openJson(text)).toBe(text);
  });

  it('keeps its strings, whatever they begin with', () => {
    const texts = ['\0', '\0\0', '\x001.0', 'NaN', '1.0'];
    for (const text of texts) expect(openJson(JSON.stringify({ text, n: 0.5 }))).toEqual({ text, n: 0.5 });
    expect(openJson('{"text": "\\u00001", "n": 1.0, "z": -0}')).toEqual({ text: '\x001', n: new Double(1), z: 0 });
  });

  it('is parsed like JSON.parse does, except for its numbers', () => {
    const wrapped = fc.oneof(fc.array(fc.jsonValue()), fc.dictionary(fc.string(), fc.jsonValue()));
    fc.assert(
      fc.property(wrapped, (value) => {
        const text = JSON.stringify(value);
        const opened = openJson(text);
        expect(JSON.stringify(opened, (_, part: unknown) => plain(part))).toBe(JSON.stringify(JSON.parse(text)));
      }),
    );
  });

  it('stays a text if it is nested too deeply for recursive code', () => {
    const deep = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(openJson(deep(900))).not.toBe(deep(900));
    expect(openJson(deep(200_000))).toBe(deep(200_000));
  });
});
