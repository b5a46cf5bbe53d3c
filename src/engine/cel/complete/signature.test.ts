import { describe, expect, test } from 'vitest';
import { contextType } from '../declarations/context.ts';
import { functions, macroDeclarations } from '../declarations/declarations.ts';
import { languageAt } from '../declarations/language.ts';
import { shapeOf } from '../types/shape.ts';
import { signatureAt } from './signature.ts';

const language = languageAt('middleware.before', {
  types: new Map([
    ['input', shapeOf([{ amount: 3, note: 'hi', tags: ['a'] }])],
    ['context', contextType(shapeOf([{}]))],
  ]),
});

/** The signature at the bar, with the current argument in brackets, and its explanation. */
function shown(marked: string): string | null {
  const offset = marked.indexOf('|');
  const help = signatureAt(marked.replace('|', ''), offset, language);
  if (help === null) return null;
  const active = help.signatures[help.active];
  const at = active?.parameters[help.parameter];
  const label = active?.label ?? '';
  return at === undefined
    ? label
    : `${label.slice(0, at.range.start)}[${label.slice(at.range.start, at.range.end)}]${label.slice(at.range.end)}`;
}

describe('the current call', () => {
  test.each([
    ['size(|', 'size([value: string]): int'],
    ['input.note.startsWith(|', 'string.startsWith([prefix: string]): bool'],
    ['input.note.replace("a", |', 'string.replace(text: string, [by: string]): string'],
    ['input.note.replace("a", "b", |)', 'string.replace(text: string, by: string, [times: int]): string'],
    ['size(input.tags|)', 'size([value: list(A)]): int'],
    ['size({"a": 1}|', 'size([value: map(A, B)]): int'],
    ['size(input.|', 'size([value: string]): int'],
    ['input.tags.all(t, math.abs(size(t) |', 'math.abs([value: int]): int'],
    ['math.abs(|', 'math.abs([value: double]): double'],
    ['sets.contains(input.tags, |', 'sets.contains(list: list(A), [elements: list(A)]): bool'],
    ['input.tags.exists(|', 'list.exists([x], condition)'],
    ['input.tags.exists(t, |', 'list.exists(x, [condition])'],
    ['input.tags.exists(i, t, |', 'list.exists(index, x, [condition])'],
    ['has(|', 'has([field])'],
    ['cel.bind(v, |', 'cel.bind(name, [value], expression)'],
    ['review(|', 'review([user: string]): bool'],
    ['f(size(|', 'size([value: string]): int'],
    ['"%s".format([input.note, |', 'string.format([values: list(dyn)]): string'],
    ['input.tags.exists(t, t.startsWith(|', 'string.startsWith([prefix: string]): bool'],
    ['input.tags.slice(1, |', 'list(A).slice(start: int, [end: int]): list(A)'],
  ])('%s', (marked, expected) => {
    expect(shown(marked)).toBe(expected);
  });

  test.each(['|', 'a + (|', 'size(a)|', 'nobody(|', 'input.amount.startsWith(|', '"size(|"'])(
    'none at %s',
    (marked) => {
      expect(shown(marked)).toBeNull();
    },
  );

  test('only signatures that fit the value before the dot are shown', () => {
    const help = signatureAt('input.tags.size(', 16, language);
    expect(help?.signatures.map(({ label }) => label)).toEqual(['list(A).size(): int']);
  });

  test('the current argument is explained', () => {
    const help = signatureAt('input.note.matches(', 19, language);
    expect(help?.signatures[0]?.parameters[0]?.about).toContain('RE2 pattern');
  });
});

test('every parameter of every signature is found in its label', () => {
  const calls = [...functions.values()].filter(({ name }) => /^[a-z]/i.test(name));
  for (const { name, overloads } of calls) {
    for (const { receiver, parameters } of overloads) {
      const text = `${receiver === null ? '' : 'x.'}${name}(`;
      const help = signatureAt(text, text.length, {
        ...language,
        variables: new Map([['x', { type: receiver ?? { kind: 'dyn' }, about: '' }]]),
      });
      const labels = help?.signatures.map((one) =>
        one.parameters.map(({ range }) => one.label.slice(range.start, range.end).split(':')[0]),
      );
      expect(labels, text).toContainEqual(parameters.map((one) => one.name));
    }
  }
  expect(macroDeclarations.size).toBeGreaterThan(10);
});
