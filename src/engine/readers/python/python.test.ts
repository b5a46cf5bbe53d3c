import { readdirSync, readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { Double, isRecord, typeName, Unknown, valueAt, type Value } from '../../model/value.ts';
import { readDocument } from '../read-document.ts';
import { documentOf, notesOf, outlineOf, pathsIn, problemOf, valueOf } from '../testing.ts';

describe('Python literals', () => {
  test.each<[string, Value]>([
    ['[None, True, False]', [null, true, false]],
    [
      `['a', "it's", u'x', r'\\d', 'tab\\t', '\\x41\\u00e9\\U0001f600', '\\101', '\\q', 'a\\\nb']`,
      ['a', "it's", 'x', '\\d', 'tab\t', 'Aé😀', 'A', '\\q', 'ab'],
    ],
    [`['''a\n'b' ''', """c""", '']`, ["a\n'b' ", 'c', '']],
    [`('a' "b"\n  'c')`, 'abc'],
    [`{'a': 'x'\n      'y', 'b': 1}`, { a: 'xy', b: 1 }],
    ['(1,)', [1]],
    ['()', []],
    ['[(1, 2), {3, 4}, set(), frozenset({5})]', [[1, 2], [3, 4], [], [5]]],
    ['[1_000, 0xff, 0o17, 0b101, -7, +7, -0]', [1000, 255, 15, 5, -7, 7, 0]],
    ['[9223372036854775807, -9223372036854775808]', [9223372036854775807n, -9223372036854775808n]],
    ['[1.0, 5., .5, 1e3, -0.0, 1e-07]', [new Double(1), new Double(5), 0.5, new Double(1000), new Double(-0), 1e-7]],
    ['[12L, 7]', [12, 7]],
    ['[inf, -inf, nan]', [Infinity, -Infinity, NaN]],
    [`OrderedDict([('a', 1), ('b', {'c': 2})])`, { a: 1, b: { c: 2 } }],
    [`OrderedDict({'a': 1})`, { a: 1 }],
    [`defaultdict(<class 'list'>, {'a': [1]})`, { a: [1] }],
    [`collections.defaultdict(list)`, {}],
    [`[Counter({'a': 2}), Counter(), deque([1, 2])]`, [{ a: 2 }, {}, [1, 2]]],
    [`{'a': None, '__proto__': {'x': 1}}`, JSON.parse('{"a": null, "__proto__": {"x": 1}}') as Value],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
  });

  test('bytes are bytes', () => {
    expect(valueOf(String.raw`[b'ab\xff' b'\n', bytearray(b'\x00')]`)).toEqual([
      new Uint8Array([97, 98, 255, 10]),
      new Uint8Array([0]),
    ]);
  });

  test('a dict with other keys than strings is a map', () => {
    expect(valueOf(`{1: 'a', (2, 3): 'b', None: 'c', 'd': 'e'}`)).toEqual(
      new Map<Value, Value>([
        [1, 'a'],
        [[2, 3], 'b'],
        [null, 'c'],
        ['d', 'e'],
      ]),
    );
  });

  test('an int beyond 64 bits is exact and noted, a complex number is text and noted', () => {
    expect(valueOf('[12345678901234567890123, 1+2j, (3-4.5j), 2j]')).toEqual([
      12345678901234567890123n,
      '1+2j',
      '3-4.5j',
      '2j',
    ]);
    expect(notesOf('[12345678901234567890123, (1+2j)]')).toEqual([
      'info reader/beyond-64-bits at line 1, column 2',
      'lost reader/complex at line 1, column 28',
    ]);
  });
});

describe('printed Python objects', () => {
  test('a constructor call is a record with the name in front as metadata', () => {
    const document = documentOf(`Message(role='user', content=[Part(text='hi', n=1.0)])`);
    expect(document.value).toEqual({ role: 'user', content: [{ text: 'hi', n: new Double(1) }] });
    expect(isRecord(document.value) && document.typeName(document.value)).toBe('Message');
    const part = valueAt(document.value, ['content', 0]);
    expect(isRecord(part) && document.typeName(part)).toBe('Part');
  });

  test('positional arguments are under args, even when a field has that name', () => {
    expect(valueOf(`[ValueError('no'), Call('f', args={'x': 1}), Empty()]`)).toEqual([
      { args: ['no'] },
      { args: { x: 1 }, '*args': ['f'] },
      {},
    ]);
  });

  test('tuples and sets are marked', () => {
    const document = documentOf(`[(1, 2), {3}]`);
    const [tuple, set] = document.value as readonly Value[];
    expect(document.typeName(tuple as object)).toBe('tuple');
    expect(document.typeName(set as object)).toBe('set');
  });

  test.each<[string, Value]>([
    [
      'datetime.datetime(2025, 1, 9, 18, 39, 45, 435371, tzinfo=datetime.timezone.utc)',
      '2025-01-09T18:39:45.435371+00:00',
    ],
    ['datetime.datetime(2025, 1, 9, 18, 39)', '2025-01-09T18:39:00'],
    ['datetime.datetime(2025, 1, 9, 18, 39, tzinfo=TzInfo(UTC))', '2025-01-09T18:39:00+00:00'],
    ['datetime.datetime(2025, 1, 9, 0, 0, tzinfo=TzInfo(+05:30))', '2025-01-09T00:00:00+05:30'],
    [
      'datetime.datetime(2025, 1, 9, 0, 0, tzinfo=datetime.timezone(datetime.timedelta(seconds=3600)))',
      '2025-01-09T00:00:00+01:00',
    ],
    [
      "datetime.datetime(2025, 1, 9, 0, 0, tzinfo=datetime.timezone(datetime.timedelta(days=-1, seconds=68400), 'EST'))",
      '2025-01-09T00:00:00-05:00',
    ],
    [
      "datetime.datetime(2025, 1, 9, 0, 0, tzinfo=<DstTzInfo 'US/Pacific' PST-1 day, 16:00:00 STD>)",
      '2025-01-09T00:00:00-08:00',
    ],
    ['datetime.datetime(2025, 1, 9, 0, 0, tzinfo=<UTC>)', '2025-01-09T00:00:00+00:00'],
    ['datetime.datetime(2025, 1, 9, 0, 0, tzinfo=tzutc())', '2025-01-09T00:00:00+00:00'],
    ['datetime.date(2025, 1, 9)', '2025-01-09'],
    ['datetime.time(1, 2, 3, 4)', '01:02:03.000004'],
    ['datetime.time(1, 2, tzinfo=datetime.timezone.utc)', '01:02:00+00:00'],
    ['datetime.timedelta(days=1, seconds=30, microseconds=500000)', 86430.5],
    ['datetime.timedelta(0)', new Double(0)],
    ["UUID('8b57696d-14ea-4f00-9997-b3fc74a16846')", '8b57696d-14ea-4f00-9997-b3fc74a16846'],
    ["PosixPath('/tmp/x')", '/tmp/x'],
    ["Decimal('25')", 25],
    ["Decimal('0.00042')", 0.00042],
    ["Decimal('25.0')", new Double(25)],
    ["Decimal('NaN')", NaN],
    ["float('nan')", NaN],
    ['float("-inf")', -Infinity],
    ["float('Infinity')", Infinity],
    ["float('25')", new Double(25)],
    ['np.float64(0.75)', 0.75],
    ['np.float32(2.0)', new Double(2)],
    ['np.float64(nan)', NaN],
    ['np.int64(9223372036854775807)', 9223372036854775807n],
    ['np.bool_(True)', true],
    ['np.True_', true],
    ["np.str_('a')", 'a'],
    ['array([1., 2.], dtype=float32)', [new Double(1), new Double(2)]],
    ["array('i', [1, 2])", [1, 2]],
    ["array('d')", []],
    ['tensor(3.)', new Double(3)],
    ['(nan+infj)', 'nan+infj'],
    ["typing.Literal['a', 'b']", "typing.Literal['a', 'b']"],
    ["IPv4Network('10.0.0.0/8')", '10.0.0.0/8'],
    ['<OpenAIObject at 0x7f> JSON: {"a": 1}', { a: 1 }],
    ["Timestamp('2025-01-09 18:39:45+0000', tz='UTC')", '2025-01-09 18:39:45+0000'],
    ['NaT', null],
    ['<NA>', null],
    ["DateTime(2025, 1, 9, 18, 39, tzinfo=Timezone('UTC'))", '2025-01-09T18:39:00+00:00'],
    ["IPv4Address('10.0.0.1')", '10.0.0.1'],
    ["mappingproxy({'a': 1})", { a: 1 }],
    ["namespace(a=1, b='x')", { a: 1, b: 'x' }],
    ["AttrDict({'a': AttrDict({'b': 1})})", { a: { b: 1 } }],
    ["UserList([1, {'a': 2}])", [1, { a: 2 }]],
    ["<TaskState.COMPLETED: 'completed'>", 'completed'],
    ['<Color.RED|BLUE: 5>', 5],
    ['Role.USER', 'Role.USER'],
    ['<function f at 0x7f>', '<function f at 0x7f>'],
    ['<bound method A.b of <A object at 0x7f>>', '<bound method A.b of <A object at 0x7f>>'],
  ])('%s', (printed, value) => {
    expect(valueOf(`[${printed}, 1]`)).toEqual([value, 1]);
  });

  test('a date that is none, or another class of that name, is a record like any other', () => {
    expect(valueOf('[datetime.datetime(2025, 13, 1), date(text="x")]')).toEqual([
      { args: [2025, 13, 1] },
      { text: 'x' },
    ]);
  });

  test.each(['nan', 'inf', 'infinity', 'NaN', 'Infinity', 'nanj', 'infj', 'null', 'undefined', 'true', 'false', 'nil'])(
    'a field may be named %s',
    (name) => {
      expect(valueOf(`[Foo(${name}=0), Foo(${name} = nan)]`)).toEqual([{ [name]: 0 }, { [name]: NaN }]);
    },
  );

  test('lost information of a value is noted', () => {
    const zone = `[datetime.datetime(2025, 1, 9, tzinfo=zoneinfo.ZoneInfo(key='Europe/Berlin'))]`;
    expect(valueOf(zone)).toEqual(['2025-01-09T00:00:00']);
    expect(notesOf(zone)).toContain('lost reader/constructor-lost at line 1, column 2');
    expect(notesOf(`[Decimal('0.12345678901234567890')]`)).toContain(
      'lost reader/constructor-lost at line 1, column 2',
    );
    expect(notesOf('deque([1], maxlen=3)')).toEqual(['lost reader/wrapper at line 1, column 1']);
    expect(notesOf('[Role.USER, <A object at 0x1>]')).toEqual([
      'assumed reader/bare-name at line 1, column 2',
      'lost reader/object at line 1, column 13',
    ]);
  });

  test('an ellipsis is an unknown value that knows its path', () => {
    const text = `{'a': [1, ...], 'b': [...], 'c': {...}, 'd': M(at=datetime.datetime(...)), 'e': OrderedDict([('k', ...)])}`;
    expect(valueOf(text)).toEqual({
      a: [1, new Unknown([['a', 1]])],
      b: new Unknown([['b']]),
      c: new Unknown([['c']]),
      d: { at: new Unknown([['d', 'at']]) },
      e: { k: new Unknown([['e', 'k']]) },
    });
    expect(documentOf(text).notes).toMatchObject([
      { severity: 'lost', code: 'reader/gap', place: 'line 1, column 11' },
    ]);
  });

  test('characters that Rich leaves out of a string are noted', () => {
    expect(valueOf(`{'a': 'abc'+120, 'b': [1, ... +3]}`)).toMatchObject({ a: 'abc' });
    expect(notesOf(`{'a': 'abc'+120}`)).toEqual(['lost reader/elided at line 1, column 12']);
  });

  test('entries that were left out are noted, and are no entries', () => {
    const text = `{'a': 1, 'b': Foo(c=[2, ...], ... +3), ...}`;
    expect(valueOf(text)).toEqual({ a: 1, b: { c: [2, new Unknown([['b', 'c', 1]])] } });
    expect(notesOf(text).filter((note) => note.includes('reader/gap'))).toEqual([
      'lost reader/gap at line 1, column 25',
      'lost reader/gap at line 1, column 31',
    ]);
  });

  test('numbers that are none, or without end, are marked', () => {
    expect(notesOf("{'a': nan, 'b': [-inf]}")).toEqual(['info reader/non-finite at line 1, column 7']);
  });

  test('a class, from which a container makes its values, is no object that was lost', () => {
    expect(notesOf(`defaultdict(<class 'list'>, {'a': [1]})`)).toEqual([]);
  });

  test('an object with a print format of its own is kept as that text', () => {
    expect(valueOf(`(terminal: {} -> {}, {'a': 1})`)).toEqual(['terminal: {} -> {}', { a: 1 }]);
    expect(notesOf(`(terminal: {} -> {}, {'a': 1})`)).toEqual(['lost reader/object at line 1, column 2']);
  });

  test('fields on one line are a record, as pydantic prints a model', () => {
    expect(valueOf(`role='user' content='a b' n=2`)).toEqual({ role: 'user', content: 'a b', n: 2 });
    expect(valueOf(`role='user' n=1\nrole='agent' n=2\n`)).toEqual([
      { role: 'user', n: 1 },
      { role: 'agent', n: 2 },
    ]);
  });
});

describe('pasted values', () => {
  test.each<[string, Value]>([
    [`>>> {'a': 1}`, { a: 1 }],
    [`Out[3]: {'a': 1}`, { a: 1 }],
    [`result = {'a': 1}`, { a: 1 }],
    [`state={'a': 1}`, { a: 1 }],
    [`x = {'a': 1}\ny = [2, None]`, { x: { a: 1 }, y: [2, null] }],
    [`x = {'a': 1}\nx = [2, None]`, [{ a: 1 }, [2, null]]],
    [`{'a': 1}{'a': 2}`, [{ a: 1 }, { a: 2 }]],
    [`{'a': 1}\n----\n{'a': 2}\n----\n`, [{ a: 1 }, { a: 2 }]],
    [`{'a': 1}, {'a': 2}`, [{ a: 1 }, { a: 2 }]],
    [`INFO:root:{'a': 1}`, { a: 1 }],
    [`INFO:root:OrderedDict([('a', 1)])`, { a: 1 }],
    [`[2024-07-01 08:50:45] INFO - got {'a': 1}`, { a: 1 }],
    [`2024-07-01 08:50:45,064 - name - INFO - got: [{'a': 1}]\u001B[0m`, [{ a: 1 }]],
    [`\u001B[32mAssistant:\nMessage(role='user')\n`, { role: 'user' }],
    [`[32mMessage(role='user')[0m`, { role: 'user' }],
    ["Here:\n```python\n{'a': 1}\n```\n", { a: 1 }],
    ['{“role”: “user”, ‘x’: ‘it’s’}', { role: 'user', x: 'it’s' }],
    [`{'a': 1,  # one\n 'b': [2,],}`, { a: 1, b: [2] }],
    [`{'a': null, "b": true, c: False}`, { a: null, b: true, c: false }],
  ])('%s', (text, value) => {
    expect(valueOf(text)).toEqual(value);
    expect(documentOf(text).syntax).toBe('python');
  });

  test('lines between values are left out, and shown in a note', () => {
    const text = `Searching for: Paris\n{'a': 1}\nNone\n{'a': 2}\n`;
    expect(valueOf(text)).toEqual([{ a: 1 }, { a: 2 }]);
    expect(documentOf(text).notes).toMatchObject([
      {
        severity: 'lost',
        code: 'reader/prose',
        message: '2 pieces of text around the values were left out: ‹Searching for: Paris› ‹None›',
      },
    ]);
  });

  test('invisible characters are left out between values, and kept within texts', () => {
    const text = `{\u2060'a':\u00A0'b\u200Bc',\u200B 'd': [1\u200D,\u00AD 2]}\u200E`;
    expect(valueOf(text)).toEqual({ a: 'b\u200Bc', d: [1, 2] });
    expect(notesOf(text)).toEqual([
      'repaired reader/invisible at line 1, column 2',
      'assumed reader/hard-space at line 1, column 7',
    ]);
  });

  test('one broken line among good ones is a note', () => {
    const text = `{'a': 1}\n{'a' 2 'b' 3}\n{'a': 4, 'b': 'long enough to outweigh'}\n`;
    expect(valueOf(text)).toMatchObject([{ a: 1 }, { a: 4 }]);
    expect(notesOf(text)).toEqual(['lost reader/bad-value at line 2, column 6']);
  });
});

describe('text that was coloured by a terminal', () => {
  const escape = '\u001B';
  const text = `${escape}[1mFoo${escape}[0m${escape}[1m(${escape}[0ma=${escape}[32m'x ${escape}[4mhttps://y${escape}[0m'${escape}[0m, b=2)`;

  test('is read without the colours', () => {
    expect(valueOf(text)).toEqual({ a: 'x https://y', b: 2 });
    expect(documentOf(text).notes).toEqual([
      {
        severity: 'repaired',
        code: 'reader/colour-code',
        message: '8 terminal colour codes were left out.',
        place: 'line 1, column 1',
      },
    ]);
  });

  test('has its places in the original text', () => {
    const document = documentOf(text);
    const at = (path: (string | number)[]) => {
      const range = document.locate(path);
      return range === null ? null : text.slice(range.start, range.end);
    };
    expect(document.text).toBe(text);
    expect(at(['b'])).toBe('2');
    expect(at(['a'])).toBe(`'x ${escape}[4mhttps://y${escape}[0m'`);
    expect(problemOf(`${escape}[1m{${escape}[0m'a' 1}`)).toContain('At line 1, column 14, a colon');
  });

  test('keeps a single code without its escape character, and removes several', () => {
    expect(valueOf("{'[0m': 1}")).toEqual({ '[0m': 1 });
    expect(valueOf("[1mFoo[0m(a='[32mx[0m')")).toEqual({ a: 'x' });
  });

  test('keeps codes that the program itself had printed', () => {
    expect(valueOf(String.raw`['\x1b[32mgreen\x1b[0m', 1]`)).toEqual([`${escape}[32mgreen${escape}[0m`, 1]);
  });
});

describe('a string with a recording in it', () => {
  test('is read as its content, and every place is the whole string', () => {
    const text = `x = '{"a": [1, "it\\'s"]}'`;
    const document = documentOf(text);
    expect(document.value).toEqual({ a: [1, "it's"] });
    expect(document.text).toBe(text);
    expect(document.locate(['a', 0])).toEqual({ start: 4, end: text.length });
    expect(document.locate(['b'])).toBeNull();
  });

  test('may be bytes, and quoted twice', () => {
    expect(valueOf(String.raw`b'{"a": {"b": "\xc3\xa9"}}'`)).toEqual({ a: { b: 'é' } });
    expect(valueOf(JSON.stringify(JSON.stringify('{"a": 1}')))).toEqual({ a: 1 });
  });

  test.each(['"words"', '"[1, 2]"', '"{\\"a\\": "', "'{ not a value }'", String.raw`b'{"a": "\xff"}'`])(
    'stays a string where it is no more than one: %s',
    (text) => {
      expect(['string', 'bytes']).toContain(typeName(valueOf(text)));
    },
  );
});

describe('Python text that is broken', () => {
  test.each([
    [
      `{'a' 1}`,
      'At line 1, column 6, a colon, a comma or } was expected, but there is `1`. Perhaps a comma is missing before it.',
    ],
    [
      `Message(role=)`,
      'At line 1, column 14, a value, a keyword or ) was expected, but there is `)`. Fix the text there and open it again.',
    ],
    [
      `[None, 2)`,
      'At line 1, column 9, a comma or ] was expected, but there is `)`. Perhaps a comma is missing before it.',
    ],
    [
      `{'y\n 'c': 1}`,
      'At line 2, column 3, a colon, a comma or } was expected, but there is `c`. The string that begins at line 1, column 2 runs over a line break: perhaps its closing quote is missing.',
    ],
    [
      `Just a sentence.`,
      'This text holds no recording: it has no JSON and no printed Python value. Paste a log, an export or a chat.',
    ],
    [
      `${'word '.repeat(100)}\n{'a': 1}`,
      `At line 1, column 1, JSON or a printed Python value was expected, but there is \`${'word '.repeat(4)}word…\`. Only a small part of the text is values: paste those alone.`,
    ],
  ])('%s', (text, message) => {
    expect(problemOf(text)).toContain(message);
  });

  test('nested a thousand deep it is read, a hundred thousand deep it is refused with a sentence', () => {
    const nested = (depth: number) => `${"{'a': (".repeat(depth)}None,${')}'.repeat(depth)}`;
    expect(documentOf(nested(900)).syntax).toBe('python');
    expect(problemOf(nested(50_000))).toMatch(/^reader\/too-deep/);
    expect(problemOf(`A(${'A('.repeat(50_000)}`)).toMatch(/^reader\/too-deep/);
  });

  test('cut off, it keeps the complete parts', () => {
    const text = `Message(role='user', at=datetime.datetime(2024, 1), content=[{'a': 1}, {'b': 2, 'c': 'unfini`;
    expect(valueOf(text)).toMatchObject({ role: 'user', content: [{ a: 1 }, { b: 2 }] });
    expect(notesOf(text).at(-1)).toBe('lost reader/cut-off at line 1, column 93');
    expect(valueOf(`[1, datetime.datetime(2024, 1`)).toEqual([1]);
    expect(valueOf(`[<State.DONE: 'do`)).toEqual([]);
    expect(valueOf(`[{'a`)).toEqual([{}]);
  });

  test('cut off within a piece of a long string, it points at the end', () => {
    const text = `[{'role': 'user',\n  'content': 'one '\n             'two th`;
    expect(valueOf(text)).toEqual([{ role: 'user', content: 'one ' }]);
    expect(notesOf(text)).toEqual(['lost reader/cut-off at line 3, column 21']);
  });

  test('cut off within a string that holds it, it keeps the complete parts', () => {
    for (const end of ['', '\\', '\\\\', '\\\\u', '\\u00e', '\\"']) {
      const text = `"{\\"role\\": \\"user\\", \\"n\\": 1, \\"content\\": \\"hi${end}`;
      expect(valueOf(text)).toMatchObject({ role: 'user', n: 1 });
      expect(notesOf(text)).toContain(`lost reader/cut-off at line 1, column ${text.length + 1}`);
    }
  });

  test('long texts on one line are read in linear time', () => {
    const text = `[${`{'a': 'it\\'s', "b": [1, 2.5, None], 'c': Foo(x='y')}, `.repeat(20_000)}'${'\\n'.repeat(1_000_000)}']`;
    expect((valueOf(text) as readonly Value[]).length).toBe(20_001);
    expect(problemOf(`${'('.repeat(1500)}${"{'a' 'b' ".repeat(20_000)}`)).toMatch(/^reader\//);
    expect(problemOf('word (see {x} '.repeat(20_000))).toMatch(/^reader\/no-value/);
  });
});

/** Values and their output in Python. */
const { printed } = fc.letrec<{ printed: readonly [Value, string]; leaf: readonly [Value, string] }>((tie) => ({
  leaf: fc.oneof(
    fc.constantFrom<readonly [Value, string]>([null, 'None'], [true, 'True'], [false, 'False'], [new Double(2), '2.0']),
    fc.bigInt({ min: -(2n ** 70n), max: 2n ** 70n }).map((n) => [intOf(n), String(n)] as const),
    fc.string({ unit: 'binary' }).map((text) => [text, printedString(text)] as const),
  ),
  printed: fc.oneof(
    { depthSize: 'small', withCrossShrink: true },
    tie('leaf'),
    fc
      .array(tie('printed'), { maxLength: 4 })
      .map((items) => [items.map(([value]) => value), `[${items.map(([, text]) => text).join(', ')}]`] as const),
    fc
      .array(tie('printed'), { maxLength: 4 })
      .map((items) => [items.map(([value]) => value), `(${items.map(([, text]) => `${text},`).join(' ')})`] as const),
    fc
      .array(fc.tuple(fc.string(), tie('printed')), { maxLength: 4 })
      .map(
        (entries) =>
          [
            Object.fromEntries(entries.map(([key, [value]]) => [key, value])),
            `{${entries.map(([key, [, text]]) => `${printedString(key)}: ${text}`).join(', ')}}`,
          ] as const,
      ),
    fc
      .array(fc.tuple(fc.stringMatching(/^[a-z]{1,6}$/), tie('printed')), { maxLength: 4 })
      .map(
        (fields) =>
          [
            Object.fromEntries(fields.map(([key, [value]]) => [key, value])),
            `Foo(${fields.map(([key, [, text]]) => `${key}=${text}`).join(', ')})`,
          ] as const,
      ),
  ),
}));

const intOf = (n: bigint): Value => (n >= -(2n ** 53n) + 1n && n <= 2n ** 53n - 1n ? Number(n) : n);

function printedString(text: string): string {
  const quote = text.includes("'") && !text.includes('"') ? '"' : "'";
  const body = text
    .replaceAll('\\', '\\\\')
    .replaceAll('\n', '\\n')
    .replaceAll('\r', '\\r')
    .replaceAll('\u0000', '\\x00')
    .replaceAll(quote, `\\${quote}`);
  return quote + body + quote;
}

describe('two ways to the same value', () => {
  test('the Python output of a value is read as that value', () => {
    fc.assert(
      fc.property(printed, ([value, text]) => {
        expect(valueOf(`(${text}, None)`)).toEqual([value, null]);
      }),
    );
  });

  test('the text at a path is read as the value at that path', () => {
    fc.assert(
      fc.property(printed, ([, inner]) => {
        const text = `x = [${inner}, OrderedDict([('k', <E.A: (1, 2)>)])]`;
        const document = documentOf(text);
        for (const path of pathsIn(document.value)) {
          const range = document.locate(path);
          expect(valueOf(`(${text.slice(range?.start, range?.end)}, None)`)).toEqual([
            valueAt(document.value, path),
            null,
          ]);
        }
      }),
    );
  });

  test('places are found in several values and by the names they were assigned to', () => {
    const several = `{'a': 1}\nprose here\n{'a': {'b': Decimal('2.5')}}`;
    const at = (text: string, path: (string | number)[]) => {
      const range = documentOf(text).locate(path);
      return range === null ? null : text.slice(range.start, range.end);
    };
    expect(at(several, [1, 'a', 'b'])).toBe("Decimal('2.5')");
    expect(at(several, [2])).toBeNull();
    expect(at(several, [0, 'x'])).toBeNull();
    expect(at(`x = [1, {2}]\ny = None`, ['x', 1, 0])).toBe('2');
    expect(at(`{<A at 0x1>: [7]}`, ['<A at 0x1>', 0])).toBe('7');
    expect(at(`Foo(1, 2)`, ['args', 1])).toBe('2');
  });
});

const fixtures = new URL('../fixtures/', import.meta.url);
const names = readdirSync(fixtures).filter((name) => name.endsWith('.txt') && !name.endsWith('.outline.txt'));

describe('real prints', () => {
  test.each(names)('%s', async (name) => {
    const text = readFileSync(new URL(name, fixtures), 'utf8');
    await expect(outlineOf(documentOf(text))).toMatchFileSnapshot(`../fixtures/${name}.outline.txt`);
  });

  test.each(names)('%s can be cut off anywhere without harm', (name) => {
    const text = readFileSync(new URL(name, fixtures), 'utf8');
    for (let end = 0; end < text.length; end += 7) {
      const read = readDocument(text.slice(0, end));
      expect(read.ok || /\w/.test(read.problem.message)).toBe(true);
    }
  });

  test.each(names)('%s: every value is found at its place', (name) => {
    const text = readFileSync(new URL(name, fixtures), 'utf8');
    const document = documentOf(text);
    for (const path of pathsIn(document.value)) expect(document.locate(path), String(path)).not.toBeNull();
  });
});

test('bytes and ranges are read, with notes about their form', () => {
  const text = "[{'b': b'ab', 'r': range(3), 's': range(5, 1, -2), 'l': range(0, 99999999)}]";
  expect(valueOf(text)).toEqual([{ b: new Uint8Array([97, 98]), r: [0, 1, 2], s: [5, 3], l: 'range(0, 99999999)' }]);
  expect(notesOf(text)).toEqual([
    'info reader/bytes at line 1, column 8',
    'info reader/constructor at line 1, column 20',
    'info reader/constructor at line 1, column 57',
    'lost reader/constructor-lost at line 1, column 57',
  ]);
});
