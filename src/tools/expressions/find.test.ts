import { expect, test } from 'vitest';
import { findExpressions } from './find.ts';

const sourcesIn = (file: string): readonly (string | undefined)[] =>
  findExpressions([file]).map(({ pattern }) => pattern?.source);

test('a pattern is built from constants of its file and of imported files', () => {
  expect(sourcesIn('src/engine/readers/enclosed.ts')).toContain(
    String.raw`<br\s*/?>(?!\s*\n)|</?[a-z!][^<>]{0,2000}>|&(?:quot|apos|amp|lt|gt|nbsp|#\d{1,7}|#x[0-9a-f]{1,6});`,
  );
  expect(sourcesIn('src/engine/readers/read-text.ts').filter((source) => source === undefined)).toEqual([]);
});

test('a pattern that depends on input is reported as unknown', () => {
  const found = findExpressions(['src/ui/editor/celSyntax.ts']);
  expect(found.filter(({ pattern }) => pattern === undefined)).toEqual(
    ['new RegExp(quote)', 'new RegExp(plain)'].map((written) => ({
      place: expect.stringMatching(/^src\/ui\/editor\/celSyntax\.ts:\d+$/),
      pattern: undefined,
      written,
    })),
  );
});
