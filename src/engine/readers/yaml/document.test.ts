import { expect, test } from 'vitest';
import { yamlDocument } from './document.ts';
import { readYaml } from './index.ts';

function read(text: string) {
  const document = yamlDocument(text, readYaml);
  if (document?.ok !== true) throw new Error(document?.problem.message);
  return { value: document.value.value, codes: document.value.notes.map(({ code }) => code) };
}

const before = '- id: 1\n- id: 2\n';

test.each([
  ['after a key', '  output:'],
  ['after a key and its line break', '  output:\n'],
  ['within a key', '  outp'],
  ['within single quotes', '  output: \'{"rows": 1'],
  ['within double quotes', '  output: "{\\"rows\\": 1'],
])('a text that ends %s is cut off there, and the incomplete part is left out', (_, end) => {
  expect(read(`${before}${end}`)).toEqual({ value: [{ id: 1 }, { id: 2 }], codes: ['reader/cut-off'] });
});

test('a text that ends after a dash has no element there', () => {
  expect(read(`${before}-`)).toEqual({ value: [{ id: 1 }, { id: 2 }], codes: ['reader/cut-off'] });
});

test('a last value without quotes and without a line break may be incomplete, and is kept', () => {
  expect(read(`${before}  name: zendesk_fetch_ti`)).toEqual({
    value: [{ id: 1 }, { id: 2, name: 'zendesk_fetch_ti' }],
    codes: ['reader/perhaps-cut'],
  });
});

test.each([
  ['a line break', '  name: a\n', 'a'],
  ['a closing quote', "  name: 'a'", 'a'],
  ['a word of YAML', '  name: null', null],
  ['a text over lines', '  name: |\n    a\n    key:\n', 'a\nkey:\n'],
  ['an empty list', '  name: []', []],
])('a text that ends with %s is complete', (_, end, name) => {
  expect(read(`${before}${end}`)).toEqual({ value: [{ id: 1 }, { id: 2, name }], codes: [] });
});
