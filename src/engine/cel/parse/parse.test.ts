import { describe, expect, it } from 'vitest';
import { Double, Uint } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { Expr } from '../ast.ts';
import { parse } from './parse.ts';
import { writtenOut } from './written-out.ts';
import { walk } from '../walk.ts';

/** A tree in one line: every node as its text and its kind. */
const outline = (text: string): string =>
  [...walk(parse(text).expr)]
    .map(({ expr }) => `${expr.kind}:${text.slice(expr.range.start, expr.range.end)}`)
    .join(' ');

const literal = (text: string): Value | undefined => {
  const { expr, problems } = parse(text);
  expect(problems).toEqual([]);
  return expr.kind === 'literal' ? expr.value : undefined;
};

const problemsOf = (text: string) =>
  parse(text).problems.map(({ message, range }) => `${range?.start}-${range?.end} ${message}`);

const kindOf = (text: string): Expr['kind'] => parse(text).expr.kind;

describe('literals', () => {
  it('keep int, uint and double apart as written', () => {
    expect(literal('1')).toBe(1);
    expect(literal('0x1F')).toBe(31);
    expect(literal('1u')).toEqual(new Uint(1n));
    expect(literal('1.0')).toEqual(new Double(1));
    expect(literal('1e3')).toEqual(new Double(1000));
    expect(literal('.5')).toBe(0.5);
    expect(literal('9007199254740993')).toBe(9007199254740993n);
    expect(literal('-9223372036854775808')).toBe(-9223372036854775808n);
  });

  it('outside the range of their type are problems', () => {
    expect(problemsOf('9223372036854775808')).toEqual([
      '0-19 This number does not fit into an int; the largest is 9223372036854775807.',
    ]);
    expect(problemsOf('18446744073709551616u')[0]).toContain('too large for uint');
    expect(problemsOf('1e999')[0]).toContain('too large for a double');
  });

  it('read escapes, raw text, triple quotes and bytes', () => {
    expect(literal(String.raw`"a\n\x41\101\u00e9\U0001F600"`)).toBe('a\nAAé😀');
    expect(literal(String.raw`r'\d+'`)).toBe(String.raw`\d+`);
    expect(literal('"""two\nlines "quoted" """')).toBe('two\nlines "quoted" ');
    expect(literal(String.raw`b'\xffé'`)).toEqual(Uint8Array.of(0xff, 0xc3, 0xa9));
    expect(literal(String.raw`bR"""\n"""`)).toEqual(Uint8Array.of(0x5c, 0x6e));
  });

  it('with a wrong escape or no closing quote are problems with a place', () => {
    expect(problemsOf(String.raw`'a\qb'`)[0]).toMatch(/^2-4 `\\q` is not an escape/);
    expect(problemsOf(`a == 'open`)[0]).toBe("5-10 This string is not closed; `'` is missing.");
    expect(problemsOf(String.raw`'\ud800'`)[0]).toContain('not a Unicode character');
  });
});

describe('trees', () => {
  it('bind operators as CEL does and give every node its range', () => {
    expect(outline('a + b * c < d')).toBe(
      'call:a + b * c < d call:a + b * c ident:a call:b * c ident:b ident:c ident:d',
    );
    expect(outline('(a + b) * c')).toBe('call:(a + b) * c call:a + b ident:a ident:b ident:c');
    expect(outline('-x.y[0]')).toBe('call:-x.y[0] index:x.y[0] select:x.y ident:x literal:0');
    expect(outline('1 -1')).toBe('call:1 -1 literal:1 literal:1');
    expect(outline('a ? b : c ? d : e')).toBe(
      'conditional:a ? b : c ? d : e ident:a ident:b conditional:c ? d : e ident:c ident:d ident:e',
    );
  });

  it('hold a chain of one logical operator flat', () => {
    expect(outline('a && b && c || d')).toBe(
      'logic:a && b && c || d logic:a && b && c ident:a ident:b ident:c ident:d',
    );
  });

  it('number their nodes densely from the root down', () => {
    const { expr, nodeCount } = parse('x.all(e, e > 1) && has(a.b)');
    expect([...walk(expr)].map((node) => node.expr.id)).toEqual(Array.from({ length: nodeCount }, (_, id) => id));
  });

  it('know macros by name and number of arguments', () => {
    const macros = [
      'has(a.b)',
      'l.all(x, p)',
      'l.map(x, p, t)',
      'm.transformMap(k, v, p, t)',
      'cel.bind(x, 1, x)',
      'o.optMap(x, x)',
    ];
    expect(macros.map(kindOf)).toEqual(macros.map(() => 'macro'));
    expect(['has(a.b, c)', 'l.all(x)', 'all(x, p)', 'x.bind(a, b, c)'].map(kindOf)).toEqual(Array(4).fill('call'));
    expect(parse('cel.bind(x, 1, x)').expr).toMatchObject({
      macro: { text: 'cel.bind' },
      target: null,
      variables: [{ text: 'x' }],
    });
  });

  it('take optional syntax, quoted fields, messages, comments and reserved words as fields', () => {
    for (const text of [
      'a.?b[?0].orValue([?c, d])',
      '{?"k": v, "l": 1,}',
      'headers.`content-type`',
      'context.agent.namespace',
      'a.b.Type{f: 1, ?g: 2}',
      '.root.x // why\n == 1',
    ]) {
      expect(problemsOf(text)).toEqual([]);
    }
  });
});

describe('while the user types', () => {
  it('the rest of the rule is still parsed', () => {
    expect(outline('context. && input.amount > 1')).toContain('call:input.amount > 1');
    expect(outline('a == && b.c')).toBe('logic:a == && b.c call:a == ident:a broken: select:b.c ident:b');
    expect(outline('f(a, , b.c')).toContain('select:b.c');
    expect(outline('[1, 2 3, x.y]')).toContain('select:x.y');
  });

  it('each problem is reported once, at its place', () => {
    expect(problemsOf('')).toEqual([
      '0-0 The expression is empty; write one such as `context.llm.tokens.total < 1000`.',
    ]);
    expect(problemsOf('a = 1')).toEqual(['2-3 CEL has no `=`; write `==`.']);
    expect(problemsOf('a and not b')).toEqual([
      '2-5 CEL has no `and`; write `&&`.',
      '6-9 CEL has no `not`; write `!`.',
    ]);
    expect(problemsOf('size(a.b')).toEqual(['8-8 The `(` at column 5 is not closed; `)` is missing.']);
    expect(problemsOf('size(a.')).toEqual(['7-7 A field name is expected here, not the end of the expression.']);
    expect(problemsOf('has(x)')[0]).toContain('a variable always exists');
    expect(problemsOf('l.all(x.y, true)')[0]).toContain('a plain name is expected');
    expect(problemsOf('namespace == 1')[0]).toContain('reserved');
    expect(problemsOf('“a”')[0]).toContain('typographic');
  });
});

describe('limits', () => {
  it('nesting too deep is a problem, long chains are not', () => {
    for (const open of ['(', '[', '{', 'f(', 'a[', '-(', 'a ? ']) {
      expect(problemsOf(open.repeat(20_000)).length).toBeGreaterThan(0);
    }
    for (const chain of [
      'a' + ' && a'.repeat(1000),
      '1' + ' + 1'.repeat(1000),
      'a' + '.b'.repeat(1000),
      'a ? b : '.repeat(1000) + 'c',
    ]) {
      expect(problemsOf(chain)).toEqual([]);
    }
    expect(problemsOf('1' + '+1'.repeat(50_000))[0]).toContain('operations deep');
    expect(problemsOf('x'.repeat(10_000_000))[0]).toContain('characters');
  });

  it('a rule cut off anywhere is never an exception', () => {
    const text = `a.all(x, x.?y[?"k"] == b'\\xff' ? r"""t""" : -1.5e3u) && {1: [2u], ?'a': c.D{e: f}} in \`g\` // end`;
    for (let end = 0; end <= text.length; end++) {
      expect(() => parse(text.slice(0, end))).not.toThrow();
      expect(() => parse(text.slice(end))).not.toThrow();
    }
  });
});

describe('frequent mistakes', () => {
  const problemsOf = (text: string) => parse(text).problems.map(({ message }) => message);

  it('one bracket too many is one problem', () => {
    expect(problemsOf('"%s".format(variables.missing])')).toEqual(['The `(` at column 12 needs `)`, not `]`.']);
    expect(problemsOf('size(a))')).toEqual(['`)` closes nothing: no bracket before it is still open.']);
  });

  it('a part that cannot be read is reported once, and not as missing too', () => {
    expect(problemsOf('a == ” && b')).toEqual(['`”` is a typographic quote; CEL strings use a straight one, `"`.']);
  });

  it('two adjacent values need an operator', () => {
    expect(problemsOf(`a ? ''b: c`)).toEqual([
      '`:` or an operator is expected before `b`: a conditional is written `condition ? value : value`.',
    ]);
    expect(problemsOf('!(lin labels)')).toEqual(['An operator, `,` or `)` is expected before `labels`.']);
    expect(problemsOf('{1: 305 2: 569}')).toEqual(['An operator, `,` or `}` is expected before `2`.']);
  });
});

describe('variables of a policy', () => {
  const variables = { low: 'a < 3', both: 'variables.low && b' };

  it('stand for their expressions, and every node in them has the place of the use', () => {
    const { expr, problems } = parse('!variables.both || c', variables);
    expect(problems).toEqual([]);
    expect([...walk(expr)].map(({ expr: { kind, range } }) => `${kind} ${range.start}-${range.end}`)).toEqual([
      'logic 0-20',
      'call 0-15',
      ...['logic', 'call', 'ident', 'literal', 'ident'].map((kind) => `${kind} 1-15`),
      'ident 19-20',
    ]);
  });

  it('are not fields of something else, nor names that are not known', () => {
    for (const text of ['x.variables.low', 'x.?variables.low', 'variables.other', 'variables']) {
      expect(parse(text, variables)).toEqual(parse(text));
      expect(writtenOut(text, variables)).toBe(text);
    }
  });

  it('are written out for engines that do not know them', () => {
    expect(writtenOut('c ? variables.both : 1', variables)).toBe('c ? ((a < 3) && b) : 1');
  });

  it('may use themselves again and again, up to a limit', () => {
    const doubled = Object.fromEntries(
      Array.from({ length: 40 }, (_, at) => [`v${at}`, at === 0 ? '1' : `variables.v${at - 1} + variables.v${at - 1}`]),
    );
    expect(parse('variables.v3', doubled).problems).toEqual([]);
    expect(parse('variables.v39', doubled).problems.map(({ message }) => message)).toEqual([
      expect.stringContaining('which is the limit'),
    ]);
  });

  it('mean the same within a macro that binds a name which they use', () => {
    const named = { isA: 'tool.name == "a"', own: 'tools.exists(tool, tool.name == "b")', chain: 'variables.isA || x' };
    const names = (text: string) =>
      [...walk(parse(text, named).expr)].flatMap(({ expr }) =>
        expr.kind === 'ident' ? [`${expr.absolute ? '.' : ''}${expr.name}`] : [],
      );
    expect(names('list.exists(tool, variables.isA && tool.ok)')).toEqual(['list', '.tool', 'tool']);
    expect(names('list.exists(tool, variables.chain)')).toEqual(['list', '.tool', 'x']);
    // What a variable's own macro binds is its own.
    expect(names('list.exists(tool, variables.own)')).toEqual(['list', 'tools', 'tool']);
    const of = (text: string) => writtenOut(text, named);
    expect(of('list.exists(tool, variables.isA && tool.ok)')).toBe(
      'list.exists(tool_1, (tool.name == "a") && tool_1.ok)',
    );
    expect(of('list.map(tool, tool.list.exists(tool, {tool: tool.tool}.size() > 0 && variables.chain))')).toBe(
      'list.map(tool_1, tool_1.list.exists(tool_1, {tool_1: tool_1.tool}.size() > 0 && ((tool.name == "a") || x)))',
    );
    expect(of('cel.bind(tool, tool.x, variables.isA == tool) && M{tool: tool, x: tool_1} == tool')).toBe(
      'cel.bind(tool_2, tool.x, (tool.name == "a") == tool_2) && M{tool: tool, x: tool_1} == tool',
    );
    // Around no use, a macro keeps its name.
    expect(of('list.exists(tool, tool.ok) && variables.isA')).toBe('list.exists(tool, tool.ok) && (tool.name == "a")');
  });

  it('are put in their places in a time that grows with the length of the text', () => {
    const named = { isA: 'tool.name == "a"' };
    const timeOf = (times: number) => {
      const text = Array.from({ length: times }, () => 'l.exists(tool, variables.isA)').join('||');
      const began = performance.now();
      writtenOut(text, named);
      parse(text, named);
      return performance.now() - began;
    };
    timeOf(500);
    expect(timeOf(4000)).toBeLessThan(40 * Math.max(timeOf(500), 2));
  });
});
