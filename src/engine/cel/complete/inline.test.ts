import { expect, test } from 'vitest';
import { Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { languageAt } from '../declarations/language.ts';
import { inlineValues } from './inline.ts';

const values: { readonly [name: string]: Value } = {
  input: {
    amount: 1200,
    note: 'a long note that no user would want to read twice',
    tags: ['a', 'b'],
    to: { name: 'x' },
  },
  context: { llm: { tokens: { total: 300 } }, user: new Unknown([['context', 'user']]) },
};
const data = { current: (name: string) => values[name] };
const language = languageAt('middleware.before');

/** The text with each inline value in brackets at its place. */
function shown(text: string): string {
  return [...inlineValues(text, language, data)]
    .toReversed()
    .reduce((now, { at, text: value }) => `${now.slice(0, at)}[${value}]${now.slice(at)}`, text);
}

test('each longest path is followed by its value', () => {
  expect(shown('input.amount <= 1000 && context.llm.tokens.total < 5')).toBe(
    'input.amount[1200] <= 1000 && context.llm.tokens.total[300] < 5',
  );
  expect(shown('input.tags[0] == "a"')).toBe('input.tags[0]["a"] == "a"');
  expect(shown('c.llm.tokens.total + 1')).toBe('c.llm.tokens.total[300] + 1');
});

test('lists and maps show their size, long texts are shortened, unrecorded values are unknown', () => {
  expect(shown('size(input.tags) + size(input.to)')).toBe('size(input.tags[2 elements]) + size(input.to[1 key])');
  expect(shown('input.note == ""')).toBe('input.note["a long note…read twice"] == ""');
  expect(shown('context.user == null')).toBe('context.user[unknown] == null');
});

test('bound names, absent fields and tests for fields have none', () => {
  expect(shown('input.tags.exists(t, t == input.amount)')).toBe(
    'input.tags[2 elements].exists(t, t == input.amount[1200])',
  );
  expect(shown('input.tags.exists(input, input == "a")')).toBe('input.tags[2 elements].exists(input, input == "a")');
  expect(shown('has(input.amount) && input.nothing')).toBe('has(input.amount) && input.nothing');
  expect(shown('math.abs(input.amount)')).toBe('math.abs(input.amount[1200])');
});

test('an incomplete text shows the values of its complete parts', () => {
  expect(shown('input.amount <')).toBe('input.amount[1200] <');
});
