import fc from 'fast-check';
import { expect, test } from 'vitest';
import { checkRandomly } from '../fuzz/testing.ts';
import { depthLimit } from '../model/json.ts';
import { isSame } from '../model/equal.ts';
import type { Value } from '../model/value.ts';
import { alike, shapeOf } from './disguise.ts';
import { HiddenValues } from './hidden-values.ts';
import { jsonTokens } from './json-tokens.ts';
import { endsWith, pathPattern, Walk } from './places.ts';
import { seededRandom } from './random.ts';

const untouched = { text: (text: string) => text, number: <N>(value: N) => value, key: (key: string) => key };
const shouting = { ...untouched, text: (text: string) => text.toUpperCase() };
const json = fc.jsonValue({ maxDepth: 5 }) as fc.Arbitrary<Value>; // a JSON value is a value

test('a walk that changes nothing returns the same object', () => {
  checkRandomly(
    fc.property(json, (value) => {
      expect(new Walk(untouched, []).at('events', 0, value)).toBe(value);
    }),
    200,
  );
});

test('texts are changed in JSON texts as in values, and the rest of the text stays', () => {
  checkRandomly(
    fc.property(fc.dictionary(fc.string(), json), fc.constantFrom(0, 1, 4), (value, indent) => {
      const changed = new Walk(shouting, []).at('events', 0, value);
      const text = JSON.stringify(value, null, indent);
      const inText = new Walk(shouting, []).at('events', 0, text);
      // A key that sets the prototype, and numbers that JSON does not have, are other tests.
      expect(isSame(JSON.parse(inText) as Value, JSON.parse(JSON.stringify(changed)) as Value)).toBe(true);
      expect(inText.toLowerCase()).toBe(text.toLowerCase());
    }),
    200,
  );
});

test('values as deep as a session file may be are walked, and __proto__ is an ordinary key', () => {
  let deep: Value = 'end';
  for (let level = 0; level < depthLimit; level++) deep = level % 2 === 0 ? [deep] : { key: deep };
  const walked = new Walk(shouting, []).at('events', 0, deep);
  expect(JSON.stringify(walked)).toContain('END');
  const odd = JSON.parse('{"__proto__": {"a": "x"}}') as Value;
  expect(JSON.stringify(new Walk(shouting, []).at('events', 0, odd))).toBe('{"__proto__":{"a":"X"}}');
});

test('any text has tokens without endless work, and those of JSON are its strings and numbers', () => {
  checkRandomly(
    fc.property(fc.string(), (text) => {
      for (const { start, end } of jsonTokens(`{"a": [${text}`)) expect(end).toBeGreaterThan(start);
    }),
    300,
  );
  const tokens: unknown[] = [];
  for (const { kind, path } of jsonTokens('{"a": [1, {"b\\u0063": "x"}], "d": -2.5e3}'))
    tokens.push([kind, path.join('.')]);
  expect(tokens).toEqual([
    ['key', 'a'],
    ['number', 'a.0'],
    ['key', 'a.1.bc'],
    ['string', 'a.1.bc'],
    ['key', 'd'],
    ['number', 'd'],
  ]);
});

test('a stand-in has the shape of its value, and two values never share one', () => {
  checkRandomly(
    fc.property(
      fc.uniqueArray(fc.string({ minLength: 8, unit: 'grapheme' }), {
        maxLength: 20,
        selector: (text) => text.toLowerCase(),
      }),
      (texts) => {
        const values = new HiddenValues('seed');
        for (const text of texts) values.add('path', text, 'whole');
        values.settle();
        const made = texts.map((text) => values.of(text)?.standIn(text) ?? '');
        for (const [at, text] of texts.entries()) {
          expect(shapeOf(alike(text, seededRandom('a')))).toBe(shapeOf(alike(text, seededRandom('b'))));
          expect(Array.from(made[at] ?? '')).toHaveLength(Array.from(text).length);
        }
        const withLetters = made.filter((_, at) => /[a-z]{6}/i.test(texts[at] ?? ''));
        expect(new Set(withLetters).size).toBe(withLetters.length);
      },
    ),
    200,
  );
});

test.each([
  ['iban', ['events', 3, 'args', 'iban'], true],
  ['recipient.iban', ['events', 3, 'args', 'recipient', 0, 'iban'], true],
  ['input.iban', ['events', 3, 'args', 'iban'], true],
  ['args.*.iban', ['events', 3, 'args', 'to', 'iban'], true],
  ['events[3].args.iban', ['events', 3, 'args', 'iban'], true],
  ['events[4].args.iban', ['events', 3, 'args', 'iban'], false],
  ['headers["x-key"]', ['header', 'headers', 'x-key'], true],
  ['iban', ['events', 3, 'args', 'iban', 'country'], false],
  ['recipient.iban', ['events', 3, 'recipient', 'bank', 'iban'], false],
])('the path %s and %j', (written, path, expected) => {
  const pattern = pathPattern(written);
  expect(pattern !== null && endsWith(path, pattern)).toBe(expected);
});
