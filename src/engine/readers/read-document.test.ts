import { describe, expect, test } from 'vitest';
import type { Value } from '../model/value.ts';
import { documentOf, notesOf, problemOf } from './testing.ts';

describe('the reader of a text', () => {
  test.each([
    ['{"a": 1}', 'json'],
    ['  [1, 2]  ', 'json'],
    ['"text"', 'json'],
    ['12', 'json'],
    ['{"a": 1', 'json'],
    ['{"a": 1}\n{"a": 2}', 'jsonl'],
    ['{"a": 1}\n{"a": ', 'jsonl'],
    ['data: {"a": 1}\n\ndata: {"a": 2}', 'sse'],
    [`{'a': 1}`, 'python'],
    ['{"a": None}', 'python'],
    ['{"a": True}\n{"a": False}', 'python'],
    ['Message(role="user")', 'python'],
    ['x = [({"a": [{}]},), {"b": 1}]', 'python'],
    ['f(x={"a": 1})', 'python'],
    ['("a", "b")', 'python'],
    [`{"a": 1}\n{'b': None}\n{'b': True}`, 'python'],
  ])('%s: %s', (text, syntax) => {
    expect(documentOf(text).syntax).toBe(syntax);
    expect(documentOf(text).text).toBe(text);
  });

  test('JSON is never read as Python, with any strings in it', () => {
    const document = documentOf(`{"printed": "{'a': None}", "null": null}`);
    expect(document.syntax).toBe('json');
    expect(document.notes).toEqual([]);
  });
});

describe('a text that was escaped for a web page', () => {
  test.each([
    '[{&quot;a&quot;: &quot;x &lt;y&gt; &amp;amp; z&quot;}]',
    '{&#x27;a&#x27;: &#39;x &lt;y&gt; &amp;amp; z&#39;}',
    'x = Foo({&amp;quot;a&amp;quot;: &amp;quot;x &amp;lt;y&amp;gt; &amp;amp;amp; z&amp;quot;})',
  ])('is read as its unescaped form: %s', (text) => {
    const { value, notes, locate } = documentOf(text);
    const [only] = Array.isArray(value) ? (value as readonly Value[]) : [value];
    expect(only).toEqual({ a: 'x <y> &amp; z' });
    expect(notes.map(({ code }) => code)).toContain('reader/html-entity');
    const range = locate(Array.isArray(value) ? [0, 'a'] : ['a']);
    expect(text.slice(range?.start, range?.end)).toMatch(/^&.*x .*z&[^ ]*;$/);
  });

  test('is not one whose strings hold what is escaped', () => {
    const text = '{"html": "<a href=&quot;x&quot;>"}';
    expect(documentOf(text).value).toEqual({ html: '<a href=&quot;x&quot;>' });
    expect(documentOf(text).notes).toEqual([]);
  });
});

describe('a text that no reader reads', () => {
  test.each([
    ['', /^reader\/empty: The text is empty/],
    [' \n\t', /^reader\/empty: /],
    ['PK\u0003\u0004\u0014', /^reader\/archive: This is a ZIP archive/],
    ['SQLite format 3\u0000…', /^reader\/binary: This is not text/],
    ['Dear all, see [1] and (2).', /^reader\/no-value: This text holds no recording: it has no JSON/],
  ])('%j gets a sentence', (text, problem) => {
    expect(problemOf(text)).toMatch(problem);
  });

  test('the problem is that of the reader that read furthest', () => {
    expect(problemOf('{"b" 3}')).toMatch(/^reader\/json: At line 1, column 6, a colon/);
    expect(problemOf(`{'b' 3}`)).toMatch(/^reader\/python: At line 1, column 6, a colon/);
  });
});

describe('hostile texts', () => {
  const size = 40_000;
  test.each([
    '[',
    '{',
    '(',
    '<',
    '"',
    "'",
    '“',
    '\\',
    '`',
    '#',
    '=',
    ':',
    ',',
    '.',
    '-',
    '+',
    '1',
    '0',
    'a',
    'a.',
    'a(',
    'a=',
    '<a ',
    '<a\n',
    '‘a\n',
    "'''\n",
    '{\n',
    '(\n',
    '{"a\n',
    'A(\n',
    'a=(\n',
    '(a <\n',
    'a=1\n',
    '{a <\n',
    'A(a=\n',
    "x {'a': \n",
    "'a",
    '"a":',
    "{'a':",
    '[1m',
    '\u001B[',
    '...',
    '>>> ',
    '\n',
    '// ',
    '/*',
    '\uD800',
    'é',
    '\uFEFF',
    '= ',
    "b'",
    '-\n',
    '<a.b: ',
    '[,',
    '(1 ',
    'word (',
    "word {'a",
    '0x',
    '1e',
    '1_',
    "'' ",
    '```',
    "{'a': 1 'b': 2, 'c' ",
    "['it's', {'a': 1}, ",
    "{'a': 1, 'b': 'x\n",
    "}, {'a': ?",
    '[{&quot;a',
    '> {\n',
    '1: {\n',
    '│ ',
  ])(
    'forty thousand characters of %j is read or refused, in time',
    (piece) => {
      const text = piece.repeat(size / piece.length);
      expect(() => documentOf(text).value).toSatisfy((attempt: () => unknown) => isReadOrRefused(attempt));
    },
    4000,
  );
});

function isReadOrRefused(attempt: () => unknown): boolean {
  try {
    attempt();
    return true;
  } catch (fault) {
    return fault instanceof Error && fault.message.startsWith('not readable: ') && fault.message.endsWith('.');
  }
}

test('NUL characters in a text are read as spaces, and every place stays the same', () => {
  const text = '\u0000\u0000{"a": 1}\n{"a": 2}\n\u0000{"a": 3}';
  const document = documentOf(text);
  expect(document.value).toEqual([{ a: 1 }, { a: 2 }, { a: 3 }]);
  expect(document.text).toBe(text);
  const range = document.locate([2]);
  expect(text.slice(range?.start, range?.end)).toBe('{"a": 3}');
  expect(notesOf(text)).toEqual(['repaired reader/nul at line 1, column 1']);
  expect(problemOf('\u0000\u0001\u0002{"a": 1}')).toMatch(/^reader\/binary/);
  expect(problemOf('\u0000 \u0000')).toMatch(/^reader\/binary/);
});

test('a text that was escaped for a string, and copied without its quotes, is read as its content', () => {
  const text = JSON.stringify(JSON.stringify([{ role: 'user', content: 'say "hi"\n' }])).slice(1, -1);
  expect(text.startsWith('[{\\"role')).toBe(true);
  const document = documentOf(text);
  expect(document.value).toEqual([{ role: 'user', content: 'say "hi"\n' }]);
  expect(document.locate([0, 'content'])).toEqual({ start: 0, end: text.length });
  expect(document.notes.map(({ code }) => code)).toEqual(['reader/string-opened']);
});

test('a string that a program parses is read as its content', () => {
  const json = JSON.stringify([{ role: 'user', content: "it's" }]);
  for (const text of [
    `JSON.parse('${json.replaceAll("'", "\\'")}')`,
    `json.loads('''${json}''')`,
    `json.loads(${JSON.stringify(json)})`,
  ])
    expect(documentOf(text).value).toEqual([{ role: 'user', content: "it's" }]);
});

test('a code block of a chat may begin and end on the lines of its value', () => {
  for (const value of [`{'a': 1,\n 'b': 'x\`\`\`y'}`, `{"a": 1,\n "b": "x\`\`\`y"}`]) {
    const text = `Ada  [3:41 PM]\n\`\`\`${value}\`\`\``;
    expect(documentOf(text).value).toEqual({ a: 1, b: 'x```y' });
  }
});

describe('tens of thousands of tiny values', () => {
  test.each(['a=1\n', "''\n", "{'a': 1}\n", 'A(a=1)\n', '>>> 1\n', '1,', '[],'])(
    'are no recording, and are not read to the end: %j',
    (piece) => {
      expect(problemOf(piece.repeat(30_000))).toMatch(/^reader\/tiny-values.*paste only the recording/);
    },
  );

  test('are read where the text has few of them, and where they are longer', () => {
    expect(documentOf("{'a': 1}\n".repeat(15_000)).value).toHaveLength(15_000);
    expect(documentOf("{'role': 'user', 'content': 'hi'}\n".repeat(25_000)).value).toHaveLength(25_000);
  });

  test('are read when words are between them, as in a log', () => {
    expect(documentOf("INFO step {'a': 1}\n".repeat(25_000)).value).toHaveLength(25_000);
  });
});

test('an answer in the verbose output of curl is read as the answer', () => {
  const text = [
    '* Connected to api.example.com (192.0.2.7) port 443',
    '> GET /v1/runs/7 HTTP/1.1',
    '> Accept: */*',
    '> ',
    '< HTTP/1.1 200 OK',
    '< content-type: application/json',
    '< ',
    '{ [41 bytes data]',
    '[{"role": "user", "content": "hi (there)"}]',
    '* Connection #0 to host api.example.com left intact',
  ].join('\n');
  const document = documentOf(text);
  expect(document.value).toEqual([{ role: 'user', content: 'hi (there)' }]);
  expect(document.notes.map(({ severity, code }) => `${severity} ${code}`)).toContain('lost reader/prose');
});
