import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { oneLine } from './label.ts';

describe('a text as one line of a grid', () => {
  test('has single spaces between its words and nothing around them, whatever white space the text has', () => {
    const piece = fc.constantFrom('a', 'bc', ' ', '  ', '\t', '\n', '\r\n', '\u00a0', '\u2028', 'é');
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join('');
        expect(oneLine(text)).toBe(text.split(/\s+/).filter(Boolean).join(' '));
      }),
    );
  });

  test('is cut after 200 characters, and never in the middle of one', () => {
    expect(oneLine('x'.repeat(201))).toBe(`${'x'.repeat(200)}…`);
    expect(oneLine(`${'x'.repeat(199)}😀y`)).toBe(`${'x'.repeat(199)}…`);
    expect(oneLine(`${'x'.repeat(10)}${' '.repeat(1000)}`)).toBe(`${'x'.repeat(10)}…`);
  });
});
