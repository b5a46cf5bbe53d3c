import { describe, expect, test } from 'vitest';
import { Unknown, type Value } from '../../model/value.ts';
import { documentOf, notesOf, valueOf } from '../testing.ts';

function rangeOf(text: string, path: readonly (string | number)[]): readonly [number, number] {
  const range = documentOf(text).locate([...path]);
  return [range?.start ?? 0, range?.end ?? 0];
}

describe('output of Node’s console', () => {
  test.each<[string, Value]>([
    ['{ a: 1, _b: [ 2 ], nan: 3, null: 4 }', { a: 1, _b: [2], nan: 3, null: 4 }],
    ["{ 'a-b': null, c: true, d: undefined }", { 'a-b': null, c: true, d: null }],
    ['{ text: `It\'s "late"`, big: 10n }', { text: 'It\'s "late"', big: 10 }],
    ["{ text: 'one ' +\n    'two ' +\n    \"it's three\" }", { text: "one two it's three" }],
    ['Session { at: 2026-05-20T03:00:00.000Z, run: Run { n: 1 } }', { at: '2026-05-20T03:00:00.000Z', run: { n: 1 } }],
    ["{ m: Map(2) { 'a' => 1, 'b' => Set(1) { 2 } } }", { m: { a: 1, b: [2] } }],
    [
      '{ f: [Function: run], g: [class Run], h: [Function (anonymous)] }',
      { f: '[Function: run]', g: '[class Run]', h: '[Function (anonymous)]' },
    ],
    ['<ref *1> { a: 1 }', { a: 1 }],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
    expect(documentOf(text).syntax).toBe('python');
  });

  test('omits deeply nested values: they are unknown, and the report says how to print them', () => {
    const text = `{ a: [ 1, ... 3 more items ], b: { c: [Object], d: [Array], e: [Circular *1] }, f: 'long'... 200 more characters }`;
    expect(valueOf(text)).toEqual({
      a: [1, new Unknown([['a', 1]])],
      b: { c: new Unknown([['b', 'c']]), d: new Unknown([['b', 'd']]), e: new Unknown([['b', 'e']]) },
      f: 'long',
    });
    expect(documentOf(text).notes.map(({ message }) => message)).toContain(
      'An object that is nested too deep was not printed and is kept as unknown: `console.dir(value, { depth: null })` prints it. (3 times; the place is the first)',
    );
  });

  test('is read as a browser’s console shows it, too', () => {
    const text = `(2) [{role: 'user', items: Array(3)}, {role: 'ai', items: (1) ['a'], more: {…}}]`;
    expect(valueOf(text)).toEqual([
      { role: 'user', items: new Unknown([[0, 'items']]) },
      { role: 'ai', items: ['a'], more: new Unknown([[1, 'more']]) },
    ]);
  });

  test('a word in brackets that says that something is missing is unknown', () => {
    expect(valueOf(`[{'a': 1}, [truncated 3 items], {'b': [Omitted]}]`)).toEqual([
      { a: 1 },
      new Unknown([[1]]),
      { b: new Unknown([[2, 'b']]) },
    ]);
  });

  test('is found between lines of prose, class and all', () => {
    const text = `ready\nSession {\n  a: 1,\n  b: Map(1) { 'c' => 2 }\n}\nAttrDict({'d': 3})\nprint({'e': 4})\ndone\n`;
    expect(valueOf(text)).toEqual([{ a: 1, b: { c: 2 } }, { d: 3 }]);
    expect(notesOf(text)).toContain('lost reader/prose at line 1, column 1');
  });

  test('with errors: their name, message and stack, and their own properties', () => {
    // The output of Node 20.
    const text = `[
  {
    role: 'user',
    [Symbol(trace)]: 'x',
    err: Error: it broke
        at f (file:///app/n.mjs:3:22)
        at ModuleJob.run (node:internal/modules/esm/module_job:325:25),
    list: [ [TypeError: bad, "thing"], [Error: no] ]
  },
  {
    err: AgentError: no: {a}
    or so
        at file:///app/n.mjs:6:19 {
      code: 'E1',
      'http-status': 400,
      [cause]: Error: inner
          at file:///app/n.mjs:7:34
          ... 4 lines matching cause stack trace ...
          at main (file:///app/n.mjs:9:1)
    },
    last: [Error: gone] { code: 'E2' }
  }
]`;
    const [first, second] = documentOf(text).value as readonly Value[];
    expect(first).toEqual({
      role: 'user',
      '[Symbol(trace)]': 'x',
      err: {
        name: 'Error',
        message: 'it broke',
        stack: expect.stringMatching(/^Error: it broke\n.*\(file.*\n.*325:25\)$/) as string,
      },
      list: [
        { name: 'TypeError', message: 'bad, "thing"' },
        { name: 'Error', message: 'no' },
      ],
    });
    expect(second).toEqual({
      err: {
        name: 'AgentError',
        message: 'no: {a}\n    or so',
        stack: expect.stringMatching(/n\.mjs:6:19$/) as string,
        code: 'E1',
        'http-status': 400,
        '[cause]': {
          name: 'Error',
          message: 'inner',
          stack: expect.stringMatching(/matching cause stack trace \.\.\.\n.*9:1\)$/) as string,
        },
      },
      last: { name: 'Error', message: 'gone', code: 'E2' },
    });
    expect(notesOf(text).filter((note) => note.startsWith('lost'))).toEqual([]);
    expect(text.slice(...rangeOf(text, [1, 'err', 'message']))).toBe('no: {a}\n    or so');
    expect(text.slice(...rangeOf(text, [1, 'err', '[cause]', 'name']))).toBe('Error');
  });

  test('names of errors that are no printed errors stay what they are', () => {
    expect(valueOf("{'errors': [ValueError, KeyError], 'e': ValueError('x')}")).toEqual({
      errors: ['ValueError', 'KeyError'],
      e: { args: ['x'] },
    });
  });

  test('keeps the name in front of an object as metadata', () => {
    const document = documentOf('[ Session { a: 1 } ]');
    const [session] = document.value as readonly Value[];
    expect(document.typeName(session as object)).toBe('Session');
  });

  test('is cut off like any other text', () => {
    expect(valueOf("{ a: 1, b: Run { c: [ 'd', 'e' ], f: 'g' +\n 'h")).toMatchObject({ a: 1, b: { c: ['d', 'e'] } });
    expect(notesOf('{ a: 1, b: [Obj').at(-1)).toMatch(/^lost reader\/cut-off/);
  });

  test('does not change what Python prints', () => {
    expect(valueOf('[None, [True], [Role], {None: 1}]')).toEqual([null, [true], ['Role'], new Map([[null, 1]])]);
  });
});
