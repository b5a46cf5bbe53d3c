import fc from 'fast-check';
import { expect, test } from 'vitest';
import { piecesOf } from './piecesOf.ts';

test('pieces end after lines, and a line that is too long is cut', () => {
  expect(piecesOf('one\ntwo\nthree\n', 8)).toEqual(['one\ntwo\n', 'three\n']);
  expect(piecesOf('a\nbcdefghijk', 5)).toEqual(['a\nbcd', 'efghi', 'jk']);
  expect(piecesOf('ab😀cd', 3)).toEqual(['ab', '😀c', 'd']);
});

test('pieces add up to the text, and none is too long', () => {
  fc.assert(
    fc.property(
      fc.string({ unit: fc.constantFrom('a', '\n', '😀', ' ') }),
      fc.integer({ min: 2, max: 9 }),
      (text, size) => {
        const pieces = piecesOf(text, size);
        expect(pieces.join('')).toBe(text);
        expect(
          pieces.every((piece) => piece.length > 0 && piece.length <= size && !/[\ud800-\udbff]$/.test(piece)),
        ).toBe(true);
      },
    ),
  );
});
