import fc from 'fast-check';
import { expect, test } from 'vitest';
import { wordDifferences } from './words.ts';

const marked = (text: string, ranges: readonly { readonly start: number; readonly end: number }[]) =>
  ranges.map(({ start, end }) => text.slice(start, end));

test('the words that differ are marked on both sides', () => {
  const [here, there] = ['refund 10 euros to Ann', 'refund 12 euros to Ann now'];
  const found = wordDifferences(here, there);
  expect(marked(here, found.here)).toEqual(['10']);
  expect(marked(there, found.there)).toEqual(['12', ' now']);
});

test('equal texts have no marks, and texts with nothing in common are marked whole', () => {
  expect(wordDifferences('a b', 'a b')).toEqual({ here: [], there: [] });
  const [here, there] = ['a', 'b'].map((letter) => Array.from({ length: 400 }, (_, at) => letter + at).join('-'));
  const found = wordDifferences(here ?? '', there ?? '');
  expect(found.here).toEqual([{ start: 0, end: here?.length }]);
});

test('without its marks, each text is the same as the other one', () => {
  const texts = fc.array(fc.constantFrom('a', 'b', ' ', ', ', '中文', '😀', '\n'), { maxLength: 30 });
  fc.assert(
    fc.property(texts, texts, (one, other) => {
      const [here, there] = [one.join(''), other.join('')];
      const found = wordDifferences(here, there);
      const without = (text: string, ranges: readonly { readonly start: number; readonly end: number }[]) =>
        ranges.toReversed().reduce((rest, { start, end }) => rest.slice(0, start) + rest.slice(end), text);
      expect(without(here, found.here)).toBe(without(there, found.there));
    }),
  );
});
