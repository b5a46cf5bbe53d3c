import { describe, expect, it } from 'vitest';
import { Double, type Value } from '../../model/value.ts';
import { evaluate } from './evaluate.ts';
import { interpolate } from './interpolate.ts';

const variables = new Map<string, Value>([
  ['name', 'Ann'],
  ['amount', new Double(2)],
  ['nothing', null],
  ['tags', ['a', 1]],
]);
const filled = (template: string) =>
  interpolate(template, (expression) => evaluate(expression, { variables, functions: [], pendingReviews: [] }));

describe('a text with expressions in single braces', () => {
  it.each([
    ['Hello {name}!', 'Hello Ann!'],
    ['{name}{name}', 'AnnAnn'],
    ['plain text', 'plain text'],
    ['', ''],
    ['{amount} and {1 + 1} and {1.5} and {true}', '2 and 2 and 1.5 and true'],
    ['[{nothing}]', '[]'],
    ['{tags} {{"a": {"b": 1}}}', '["a",1] {"a":{"b":1}}'],
    ['{"}" + name}', '}Ann'],
    ["it's {name}'s", "it's Ann's"],
    ['an open { brace', 'an open { brace'],
  ])('%s', (template, text) => {
    expect(filled(template)).toEqual({ text, problems: [] });
  });

  it('keeps a failing expression visible and reports where and why it failed', () => {
    const { text, problems } = filled('a {missing.x} b {} c {name}');
    expect(text).toBe('a {missing.x} b {} c Ann');
    expect(problems.map(({ code, range }) => [code, range])).toEqual([
      ['task/interpolation', { start: 2, end: 13 }],
      ['task/interpolation', { start: 16, end: 18 }],
    ]);
  });
});
