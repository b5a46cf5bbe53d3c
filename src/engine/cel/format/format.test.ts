import { readFileSync } from 'node:fs';
import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { lex } from '../parse/lex.ts';
import { parse } from '../parse/parse.ts';
import { commentsIn } from './comments.ts';
import { format } from './format.ts';

/** Expressions by other authors; `fixtures/README.md` names their origin. */
const expressions = readFileSync(new URL('../fixtures/expressions.jsonl', import.meta.url), 'utf8')
  .trim()
  .split('\n')
  .map((line) => (JSON.parse(line) as { readonly expr: string }).expr) // our own fixture
  .filter((text) => parse(text).problems.length === 0);

/** The tree without the positions of its parts. */
const meaning = (text: string): string =>
  JSON.stringify(parse(text).expr, (key, value: unknown) =>
    key === 'range' || key === 'id' ? undefined : typeof value === 'bigint' ? `${value}n` : value,
  );

const commentsOf = (text: string) => commentsIn(text, lex(text).tokens).map((comment) => comment.text);

const blanks = ['', ' ', '\n', '\n\n  ', '\t', ' // why\n', '\n// on its own\n', '\n  // two\n  // lines\n'];

/** A real expression with other blanks and comments between its tokens. */
const respaced = fc
  .tuple(fc.constantFrom(...expressions), fc.array(fc.constantFrom(...blanks), { minLength: 1, maxLength: 12 }))
  .map(([text, gaps]) => {
    const { tokens } = lex(text);
    return tokens
      .map(({ start, end }, index) => {
        const before = text.slice(tokens[index - 1]?.end ?? 0, start);
        const gap = gaps[index % gaps.length] ?? '';
        // Two words separated by a blank must not become one.
        return `${gap === '' ? before : gap}${text.slice(start, end)}`;
      })
      .join('');
  });

/** Any tree of operators, with parentheses wherever an author might write them. */
const { tree } = fc.letrec<{ tree: string; leaf: string }>((tie) => ({
  leaf: fc.constantFrom(
    'a',
    'b.c',
    '1',
    '-1',
    '1.5',
    '-0x1F',
    '"text"',
    'r"\\d"',
    '[1, 2]',
    '{"k": a}',
    'f(a)',
    '.x',
    'a[?0]',
    '[]',
    '{}',
    '"""a\nb"""',
  ),
  tree: fc.oneof(
    { maxDepth: 5, withCrossShrink: true },
    tie('leaf'),
    fc
      .tuple(tie('tree'), fc.constantFrom('&&', '||', '+', '-', '*', '%', '==', '<', 'in'), tie('tree'))
      .map(([a, sign, b]) => `(${a}) ${sign} (${b})`),
    fc
      .tuple(tie('tree'), fc.constantFrom('&&', '||', '+', '-', 'in'), tie('leaf'))
      .map(([a, sign, b]) => `${a} ${sign} ${b}`),
    fc.tuple(tie('tree'), tie('tree'), tie('tree')).map(([a, b, c]) => `(${a}) ? (${b}) : ${c}`),
    tie('tree').map((a) => `!(${a})`),
    tie('tree').map((a) => `-(${a})`),
    tie('tree').map((a) => `(${a}).exists(x, x == ${a})`),
    tie('tree').map((a) => `(${a})[${a}]`),
    tie('tree').map((a) => `f(${a}, // here\n (${a}))`),
    tie('tree').map((a) => `((${a}))`),
    fc.tuple(tie('tree'), tie('leaf')).map(([a, b]) => `cel.bind(v, ${a}, [?v, ${b},])`),
  ),
}));

describe('a formatted expression', () => {
  /** Describes the fault of a formatted text; null when it is correct. */
  const fault = (text: string, width: number): string | null => {
    const formatted = format(text, width) ?? '';
    if (meaning(formatted) !== meaning(text)) return `means something else:\n${formatted}`;
    if (commentsOf(formatted).join('\n') !== commentsOf(text).join('\n')) return `has other comments:\n${formatted}`;
    const again = format(formatted, width);
    return again === formatted ? null : `is not at rest:\n${formatted}\nbecomes\n${again}`;
  };
  const faults = (text: string) =>
    parse(text).problems.length > 0 ? [] : [fault(text, 80), fault(text, 20)].filter((found) => found !== null);

  test('means the same, keeps its comments, and does not change again: real expressions', () => {
    expect(expressions.flatMap(faults)).toEqual([]);
  });

  test('a text over several lines is as wide as its first', () => {
    const text = `f("""b\nc""" + ${'a'.repeat(32)})`;
    expect(format(text, 40)).toBe(text);
    expect(format(text, 5)).not.toBe(text);
  });

  test('the same with any blanks and comments between its tokens', () => {
    fc.assert(
      fc.property(respaced, (text) => {
        expect(faults(text)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });

  test('the same with any nesting of operators', () => {
    fc.assert(
      fc.property(tree, (text) => {
        expect(faults(text)).toEqual([]);
      }),
      { numRuns: 400 },
    );
  });
});

describe('the layout', () => {
  test.each([
    ['a&&b||!c', 'a && b || !c'],
    ['(a)', 'a'],
    ['(a && b) || c', '(a && b) || c'],
    ['a.exists( x ,x==1 )', 'a.exists(x, x == 1)'],
    ['[1,2,]', '[1, 2]'],
    ['{ "a" :1,?"b":c }', '{"a": 1, ?"b": c}'],
    ['a ?b: c', 'a ? b : c'],
    ['has( a.b )&&cel . bind(x,a,x)', 'has(a.b) && cel.bind(x, a, x)'],
    ['a . ? b [ ? 0 ]', 'a.?b[?0]'],
    ["a=='it'", "a == 'it'"],
    ['a // why', 'a // why'],
    ['// why\na', '// why\na'],
    ['a && // first\n b', 'a && // first\nb'],
    ['f( // none\n)', 'f( // none\n)'],
  ])('%j', (text, expected) => {
    expect(format(text)).toBe(expected);
  });

  test('a long chain has one operand a line', () => {
    expect(
      format(
        'context.llm.tokens.total < 10000 && input.amount <= 1000 && context.capabilities.refund.outputs.all(o, o.status != "failed" && o.amount < 10)',
      ),
    ).toBe(
      [
        'context.llm.tokens.total < 10000 &&',
        'input.amount <= 1000 &&',
        'context.capabilities.refund.outputs.all(',
        '  o,',
        '  o.status != "failed" && o.amount < 10',
        ')',
      ].join('\n'),
    );
  });

  test('a ladder of conditionals has one rung a line', () => {
    expect(
      format(
        'input.amount < 100 ? "small amounts pass" : input.amount < 1000 ? "medium ones are reviewed" : "refused"',
      ),
    ).toBe(
      [
        'input.amount < 100',
        '  ? "small amounts pass"',
        '  : input.amount < 1000',
        '  ? "medium ones are reviewed"',
        '  : "refused"',
      ].join('\n'),
    );
  });

  test('a text that does not parse is not formatted', () => {
    expect(format('a &&')).toBeNull();
    expect(format('')).toBeNull();
  });

  test('long chains and deep nesting can be formatted', () => {
    for (const text of [
      '1' + '+1'.repeat(1000),
      'a' + '.b'.repeat(1000),
      '('.repeat(200) + 'a' + ')'.repeat(200),
      'a?b:'.repeat(1000) + 'c',
      '!'.repeat(900) + 'a',
      '[ // x\n'.repeat(200) + ']'.repeat(200),
    ]) {
      expect(meaning(format(text) ?? '')).toBe(meaning(text));
    }
  });
});
