import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Double, valueAt, type Value } from '../../model/value.ts';
import { repair } from '../json-text/repair.ts';
import { Lines } from '../lines.ts';
import { Notebook } from '../notebook.ts';
import { json } from './index.ts';
import { documentOf, notesOf, pathsIn, problemOf, valueOf } from '../testing.ts';

describe('numbers of JSON', () => {
  test('written without fraction or exponent are ints, exact to any size', () => {
    expect(valueOf('[1, 9007199254740993, -9223372036854775808]')).toEqual([
      1,
      9007199254740993n,
      -9223372036854775808n,
    ]);
    expect(Object.is(valueOf('[-0]'), [-0])).toBe(false);
    expect(1 / Number((valueOf('[-0]') as readonly Value[])[0])).toBe(Infinity);
  });

  test('written with one are doubles, integral ones included', () => {
    const value = valueOf('{"a": [1.0, 1e3, 0.5, -0.0, 1E2], "b": {"c": 2.00}}');
    expect(value).toEqual({
      a: [new Double(1), new Double(1000), 0.5, new Double(-0), new Double(100)],
      b: { c: new Double(2) },
    });
  });

  test('a fraction too fine for a double is still a double', () => {
    expect(valueOf('[0.99999999999999999999]')).toEqual([new Double(1)]);
  });

  test('one number is a document', () => {
    expect(valueOf('1.0')).toEqual(new Double(1));
    expect(valueOf('12345678901234567890')).toBe(12345678901234567890n);
  });

  test('beyond 64 bits they are exact, and noted', () => {
    expect(valueOf('[18446744073709551616]')).toEqual([18446744073709551616n]);
    expect(notesOf('[18446744073709551616]')).toEqual(['info reader/beyond-64-bits at line 1, column 2']);
  });

  test('with thousands of digits they become doubles, which is noted', () => {
    expect(notesOf(`[${'1'.repeat(5000)}]`)).toEqual(['lost reader/huge-int at line 1, column 2']);
  });

  test('in strings they are left alone', () => {
    expect(valueOf('{"v": "1.0", "w": "{\\"x\\": 1.0}", "1.0": 1}')).toEqual({ v: '1.0', w: '{"x": 1.0}', '1.0': 1 });
  });

  test('under __proto__ they are the value of an ordinary key', () => {
    const value = valueOf('{"__proto__": 1.0, "a": {"__proto__": {"b": 2.0}}}');
    expect(Object.keys(value as object)).toEqual(['__proto__', 'a']);
    expect(valueAt(value, ['__proto__'])).toEqual(new Double(1));
    expect(valueAt(value, ['a', '__proto__', 'b'])).toEqual(new Double(2));
    expect(({} as { b?: unknown }).b).toBeUndefined();
  });
});

describe('common faults in JSON', () => {
  test('NaN and the infinities of Python writers are doubles', () => {
    const text = '{"a": [NaN, Infinity, -Infinity, 1.0]}';
    expect(valueOf(text)).toEqual({ a: [NaN, Infinity, -Infinity, new Double(1)] });
    expect(notesOf(text)).toEqual(['info reader/non-finite at line 1, column 8']);
  });

  test('comments and trailing commas are left out, each kind noted', () => {
    const text = '{\n  // one\n  "a": [1, 2,], /* two */\n}';
    expect(valueOf(text)).toEqual({ a: [1, 2] });
    expect(notesOf(text)).toEqual([
      'repaired reader/comment at line 2, column 3',
      'repaired reader/trailing-comma at line 3, column 13',
    ]);
  });

  test('a long line is repaired in linear time', () => {
    const text = `[${'{"a": "b", "c": "d"}, '.repeat(40_000)}]`;
    expect((valueOf(text) as readonly Value[]).length).toBe(40_000);
  }, 4000);

  test('line breaks inside strings are kept', () => {
    expect(valueOf('{"a": "x\ny\tz"}')).toEqual({ a: 'x\ny\tz' });
  });

  test.each([
    ['```json\n{"a": 1}\n```', 'repaired reader/code-fence at line 1, column 1'],
    ['export default {"a": 1};', 'repaired reader/assignment at line 1, column 1'],
    ['const log = {"a": 1}', 'repaired reader/assignment at line 1, column 1'],
    ['window.data={"a": 1}', 'repaired reader/assignment at line 1, column 1'],
  ])('text around the value is left out: %s', (text, note) => {
    expect(valueOf(text)).toEqual({ a: 1 });
    expect(notesOf(text)).toEqual([note]);
  });

  test('a byte order mark needs no note', () => {
    expect(valueOf('\uFEFF {"a": 1} ')).toEqual({ a: 1 });
    expect(notesOf('\uFEFF {"a": 1} ')).toEqual([]);
  });

  test('the last one of two equal keys counts, with its own numbers', () => {
    const text = '{"a": {"n": 1.0}, "a": {"n": 1}, "b": 2.0}';
    expect(valueOf(text)).toEqual({ a: { n: 1 }, b: new Double(2) });
    expect(notesOf(text)).toEqual(['assumed reader/duplicate-key at line 1, column 19']);
  });

  test('text before and after a fence is not read, and noted', () => {
    expect(notesOf('Here:\n```\n[1]\n```\nBye')).toContain('lost reader/outside-fence at line 4, column 4');
  });
});

describe('JSON that is cut off', () => {
  test('keeps the complete parts, and notes where they end', () => {
    const { value, notes } = documentOf('{"a": [1, {"b": "x"}, {"c": "unfini');
    expect(value).toEqual({ a: [1, { b: 'x' }, {}] });
    expect(notes).toEqual([
      {
        severity: 'lost',
        code: 'reader/cut-off',
        message:
          'The text ends inside an object that begins at line 1, column 23: the complete parts before it were kept.',
        place: 'line 1, column 36',
      },
    ]);
  });

  test('drops a number or word that may lack its end', () => {
    expect(valueOf('[1, 23')).toEqual([1]);
    expect(valueOf('[1, tru')).toEqual([1]);
    expect(valueOf('{"a": -')).toEqual({});
    expect(valueOf('[1, 23 ')).toEqual([1, 23]);
  });

  test('can be cut anywhere without harm', () => {
    const text = '{"a": [1.0, {"b\\n": null}, -2e-3], "c": "\\u00e9\\"", "d": [[], {}, true, NaN]}';
    for (let end = 1; end <= text.length; end++) expect(documentOf(text.slice(0, end)).syntax).toBe('json');
  });
});

describe('JSON that is broken', () => {
  test.each([
    [
      '{"a": 1 "b": 2}',
      'reader/json: At line 1, column 9, a comma or a closing bracket was expected, but there is `"`. Perhaps a comma is missing before it.',
    ],
    [
      '[1, 2,, 3]',
      'reader/json: At line 1, column 7, a value was expected, but there is `,`. Fix the text there and open it again.',
    ],
    [
      '{"a" 1}',
      'reader/json: At line 1, column 6, a colon after the key was expected, but there is `1`. Fix the text there and open it again.',
    ],
    [
      '{\n"a": "x,\n"b": 1}',
      'reader/json: At line 3, column 2, a comma or a closing bracket was expected, but there is `b`. The string that begins at line 2, column 6 runs over a line break: perhaps its closing quote is missing.',
    ],
  ])('%s is a problem at its exact place', (text, problem) => {
    const read = json.read(text);
    expect(read.ok ? '' : `${read.problem.code}: ${read.problem.message}`).toBe(problem);
  });

  test('nested a thousand deep it is read, a hundred thousand deep it is refused with a sentence', () => {
    const nested = (depth: number) => '['.repeat(depth) + ']'.repeat(depth);
    expect(documentOf(nested(1000)).syntax).toBe('json');
    expect(problemOf(nested(100_000))).toMatch(
      /^reader\/too-deep: At line 1, column 2001, nesting of at most 2000 levels/,
    );
    expect(problemOf('['.repeat(100_000))).toMatch(/^reader\/too-deep/);
    expect(problemOf(`${'{"a":'.repeat(100_000)}1${'}'.repeat(100_000)}`)).toMatch(/^reader\/too-deep/);
  });
});

/** Replacements for a character. */
const insertion = fc.constantFrom('', ',', '"', '{', ']', '\\', 'N', '0', ' ', '\n', '/');

/** JSON texts in the styles of various writers. */
const jsonText = fc
  .tuple(fc.jsonValue({ maxDepth: 5 }), fc.constantFrom(0, 2, '\t'))
  .map(([value, indent]) => JSON.stringify(value, null, indent));

function parses(text: string): boolean {
  try {
    JSON.parse(text);
    return true;
  } catch {
    return false;
  }
}

describe('two ways to the same value', () => {
  test('repairing does not change a text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const notebook = new Notebook(new Lines(text));
        const repaired = repair(text, { start: 0, end: text.length }, notebook, 'keep');
        expect(repaired).toMatchObject({ end: text.length });
        expect(notebook.notes().filter(({ severity }) => severity === 'repaired')).toEqual([]);
      }),
    );
  });

  test('the document holds the result of JSON.parse, except for numbers', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        expect(withPlainNumbers(valueOf(text))).toEqual(withPositiveZero(JSON.parse(text)));
      }),
    );
  });

  test('repairing accepts every changed text that JSON.parse accepts', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), insertion, (text, at, put) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + 1);
        const repaired = repair(changed, { start: 0, end: changed.length }, new Notebook(new Lines(changed)), 'keep');
        expect(parses(changed) && !('value' in repaired)).toBe(false);
      }),
      { numRuns: 500 },
    );
  });

  test('every part of a repaired text is found at its place', () => {
    fc.assert(
      fc.property(jsonText, fc.nat(), insertion, (text, at, put) => {
        const place = at % (text.length + 1);
        const changed = text.slice(0, place) + put + text.slice(place + 1);
        const read = json.read(changed);
        for (const path of read.ok ? pathsIn(read.value.value) : []) {
          const range = read.ok ? read.value.locate(path) : null;
          const part = json.read(changed.slice(range?.start, range?.end));
          expect(part.ok && part.value.value).toEqual(read.ok && valueAt(read.value.value, path));
        }
      }),
      { numRuns: 500 },
    );
  });

  test('the text at a path is read as the value at that path', () => {
    fc.assert(
      fc.property(jsonText, (text) => {
        const document = documentOf(text);
        for (const path of pathsIn(document.value)) {
          const range = document.locate(path);
          expect(valueOf(text.slice(range?.start, range?.end))).toEqual(valueAt(document.value, path));
        }
      }),
    );
  });

  test('elements of a long array are found in any order', () => {
    const text = `{"a": [${Array.from({ length: 1000 }, (_, index) => `[${index}]`).join(', ')}]}`;
    const { locate } = documentOf(text);
    for (const index of [999, 0, 500, 64, 63, 65, 998]) {
      const range = locate(['a', index]);
      expect(text.slice(range?.start, range?.end)).toBe(`[${index}]`);
    }
    expect(locate(['a', 1000])).toBeNull();
    expect(locate(['a', -1])).toBeNull();
  });

  test('also in a repaired or cut-off text', () => {
    const text = '\uFEFFlog = {"a": [1, NaN, /* x */ {"b": "p\nq",}], "a": [7.0], "c": {"d": [true, "e';
    const document = documentOf(text);
    expect(document.value).toEqual({ a: [new Double(7)], c: { d: [true] } });
    const at = (...path: (string | number)[]) => {
      const range = document.locate(path);
      return range === null ? null : text.slice(range.start, range.end);
    };
    expect(at('a')).toBe('[7.0]');
    expect(at('a', 0)).toBe('7.0');
    expect(at('c', 'd', 0)).toBe('true');
    expect(at('c', 'd')).toBe('[true, "e');
    expect(at('c', 'x')).toBeNull();
    expect(at('a', 1)).toBeNull();
    expect(at('a', 'length')).toBeNull();
    expect(document.locate([])).toEqual({ start: text.indexOf('{'), end: text.length });
    expect(documentOf('{"a": [').locate(['a'])).toEqual({ start: 6, end: 7 });
  });
});

/** As JSON.parse returns them: every number a double. It has a negative zero, but an int has only one zero. */
function withPlainNumbers(value: Value): unknown {
  const plain = (_: string, inner: unknown) => {
    if (inner instanceof Double) return inner.value;
    return typeof inner === 'bigint' ? Number(inner) : inner;
  };
  return JSON.parse(JSON.stringify(value, plain));
}

const withPositiveZero = (value: unknown): unknown => JSON.parse(JSON.stringify(value));
