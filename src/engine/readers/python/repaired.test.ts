import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Unknown, type Value } from '../../model/value.ts';
import { readDocument } from '../read-document.ts';
import { notesOf, pathsIn, problemOf, valueOf } from '../testing.ts';

describe('reading of a value continues after its faults', () => {
  test.each<[string, Value, string]>([
    [`{'a': 1 'b': 2, 'c': [1]}`, { a: 1, b: 2, c: [1] }, 'repaired reader/missing-comma at line 1, column 9'],
    [`{'a': 'x' 'b': 2, 'c': 3}`, { a: 'x', b: 2, c: 3 }, 'repaired reader/missing-comma at line 1, column 14'],
    [`[{"a": 1} {"b": 2}]`, [{ a: 1 }, { b: 2 }], 'repaired reader/missing-comma at line 1, column 11'],
    [`[{'a': 1},,{'b': 2}]`, [{ a: 1 }, { b: 2 }], 'repaired reader/extra-comma at line 1, column 11'],
    [`Foo(a=1 b=2)`, { a: 1, b: 2 }, 'repaired reader/missing-comma at line 1, column 9'],
    [`{'a': 1, 'b' 2, 'c': 3}`, { a: 1, b: 2, c: 3 }, 'repaired reader/missing-colon at line 1, column 14'],
    [`{"a": 1, "b": [1, 2}`, { a: 1, b: [1, 2] }, 'repaired reader/missing-bracket at line 1, column 20'],
    [`{'a': [{'c': 3}, 'd': 4}`, { a: [{ c: 3 }], d: 4 }, 'repaired reader/missing-bracket at line 1, column 21'],
    [
      `A(b=B(c=2, d=[1, 2), e=3)`,
      { b: { c: 2, d: [1, 2] }, e: 3 },
      'repaired reader/missing-bracket at line 1, column 19',
    ],
    [`{'a': [1, 2)], 'b': 2}`, { a: [1, 2], b: 2 }, 'repaired reader/extra-bracket at line 1, column 12'],
    [`{'a': 'it's so', 'b': 2}`, { a: "it's so", b: 2 }, 'repaired reader/unescaped-quote at line 1, column 7'],
    [
      `{"a": "say "hi", please", "b": 2}`,
      { a: 'say "hi", please', b: 2 },
      'repaired reader/unescaped-quote at line 1, column 7',
    ],
    [`{'a': 'x, 'b': 1, 'c': 2}`, { a: 'x', b: 1, c: 2 }, 'repaired reader/missing-quote at line 1, column 7'],
    [`{"a": 1,\n "b": "y,\n "c": "z"}`, { a: 1, b: 'y', c: 'z' }, 'repaired reader/missing-quote at line 2, column 7'],
    [
      `{'a': 1, 'b': , 'c': 3}`,
      { a: 1, b: new Unknown([['b']]), c: 3 },
      'lost reader/missing-value at line 1, column 15',
    ],
    [
      `{'a': 1, 'b', 'c': 3}`,
      { a: 1, b: new Unknown([['b']]), c: 3 },
      'lost reader/missing-value at line 1, column 13',
    ],
    [
      `{'a': 1, 'b': @@, 'c': 3}`,
      { a: 1, b: new Unknown([['b']]), c: 3 },
      'lost reader/not-understood at line 1, column 15',
    ],
    [`{'a': [1] oops, 'c': 3}`, { a: [1], c: 3 }, 'lost reader/not-understood at line 1, column 11'],
    [`{'t':    a  b\n0  1  2, 'n': 3}`, { t: 'a  b\n0  1  2', n: 3 }, 'lost reader/object at line 1, column 10'],
  ])('%s', (text, value, note) => {
    expect(valueOf(text)).toEqual(value);
    expect(notesOf(text)).toContain(note);
  });

  test.each([
    [`[{'a': 1}, {'role: 'x' 'y' : ?}, {'b': 2}, {'c': 3, 'd': [None]}]`, { b: 2 }],
    [`[{'a': 1, 'x': [2, 3]}, {'b': 2, 'text': 'words … 'c': [None]}}, {'d': 4}, Foo(e=5)]`, { d: 4 }],
  ])('an unreadable element is left out, and the next one is in the same list: %s', (text, element) => {
    expect(valueOf(text)).toContainEqual(element);
    expect(notesOf(text).join()).toMatch(/lost reader\/(?:not-understood|object)|repaired reader\/missing-quote/);
  });

  test('a string with a wrong or missing closing quote is reported at its place', () => {
    const records = (odd: string) =>
      `[{'role': 'user', 'content': 'one'},\n {'role': ${odd}, 'content': 'two'},\n {'role': 'user', 'content': 'three'}]`;
    expect(valueOf(records(`"assistant'`))).toMatchObject([
      { content: 'one' },
      { role: 'assistant' },
      { content: 'three' },
    ]);
    expect(notesOf(records(`"assistant'`))).toEqual(['repaired reader/mixed-quotes at line 2, column 11']);
    const json = `{\n "a": [1, 2],\n "b": "x,\n "c": 'yes", it',\n "d": {"e": 1}\n}`;
    expect(notesOf(json).some((note) => /line [34]/.test(note))).toBe(true);
  });

  test('a text with its beginning cut off is read from the first complete record on', () => {
    const text = `(role='user',\n meta={'id': 1}),\n {'id': 2, 'text': 'x'},\n Msg(role='user', n=3),\n {'id': 4, 'b': [5, 6], 'c': None}]`;
    expect(valueOf(text)).toEqual([
      { id: 2, text: 'x' },
      { role: 'user', n: 3 },
      { id: 4, b: [5, 6], c: null },
    ]);
    expect(notesOf(text)).toContain('lost reader/bad-value at line 1, column 6');
  });

  test('an ellipsis between entries needs no commas', () => {
    expect(valueOf(`[{'a': 1}, … {'b': 2}]`)).toEqual([{ a: 1 }, new Unknown([[1]]), { b: 2 }]);
    expect(valueOf(`{'a': 1, ... 'b': 2}`)).toEqual({ a: 1, b: 2 });
  });

  test('a cut-off value ends where the next one begins on a new line', () => {
    const text = `{'a': 1, 'b': [1, 2\n{'c': 3}\n{'d': 4, 'f': 'cut off\n{'e': 5}\n`;
    expect(valueOf(text)).toEqual([{ a: 1, b: [1, 2] }, { c: 3 }, { d: 4, f: 'cut off' }, { e: 5 }]);
    expect(notesOf(text)).toContain('lost reader/cut-off at line 1, column 20');
    expect(valueOf(`[{'a': 1},\n{'b': 2}\n{'c': 3}]`)).toEqual([{ a: 1 }, { b: 2 }, { c: 3 }]);
  });

  test('later statements and values behind log prefixes are also read', () => {
    expect(valueOf(`x = {'a': 1 'b': 2}\ny = {'c': 3}`)).toEqual({ x: { a: 1, b: 2 }, y: { c: 3 } });
    expect(valueOf(`10:11 INFO got {'a': 1 'b': 2}\n10:12 INFO got {'a': 3}`)).toEqual([{ a: 1, b: 2 }, { a: 3 }]);
  });

  test('a text with more faults than sound parts is refused at the first fault', () => {
    expect(problemOf(`{'a' 1 'b' 2}`)).toMatch(/^reader\/python: At line 1, column 6/);
    expect(problemOf(`{"role" user content "hi"`)).toMatch(/At line 1, column 9/);
  });
});

/** A character of a printed value that is left out, or put in. */
const printed = `[{'role': 'user', 'content': 'hi there', 'n': 1.5}, Foo(a=[1, None], b={'c': (1, 2)}), {'x': "it's"}]`;

describe('a value with one fault anywhere', () => {
  test('is read or refused with a sentence, and everything read has its place', () => {
    fc.assert(
      fc.property(
        fc.nat(printed.length),
        fc.constantFrom('', ',', "'", '"', ']', '}', ')', '[', '{', '@', ' '),
        (at, put) => {
          const text = printed.slice(0, at) + put + printed.slice(at + 1);
          const read = readDocument(text);
          const lost = read.ok ? pathsIn(read.value.value).filter((path) => read.value.locate(path) === null) : [];
          expect(lost).toEqual([]);
          expect(read.ok || read.problem.message.endsWith('.')).toBe(true);
        },
      ),
      { numRuns: 200 },
    );
  });

  test('keeps the other entries where one mark is missing', () => {
    const rows = Array.from({ length: 20 }, (_, index) => `{'id': ${index}, 'tags': ['a', 'b'], 'text': "t"}`);
    const text = `[${rows.join(',\n ')}]`;
    const marks = [...text.matchAll(/[{}[\],:]/g)].map(({ index }) => index).slice(1, -1);
    fc.assert(
      fc.property(fc.constantFrom(...marks), (at) => {
        const kept = JSON.stringify(valueOf(text.slice(0, at) + text.slice(at + 1)));
        const wanted = rows.filter((_, index) => kept.includes(`"id":${index},"tags":["a","b"],"text":"t"`));
        expect(wanted.length, text.slice(at - 10, at + 10)).toBeGreaterThanOrEqual(18);
      }),
      { numRuns: 100 },
    );
  });
});
