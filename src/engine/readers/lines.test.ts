import fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { excerpt, Lines, linesAround, pageOf } from './lines.ts';

describe('lines of a text', () => {
  test('are counted from 1, columns as well', () => {
    const lines = new Lines('ab\ncd\n\nx');
    expect(lines.count).toBe(4);
    expect(lines.positionOf(0)).toEqual({ line: 1, column: 1 });
    expect(lines.positionOf(4)).toEqual({ line: 2, column: 2 });
    expect(lines.positionOf(7)).toEqual({ line: 4, column: 1 });
  });

  test('end before their break, be it of Unix or Windows', () => {
    const text = 'ab\r\ncd\nef';
    const lines = new Lines(text);
    expect([1, 2, 3].map((number) => text.slice(lines.line(number)?.start, lines.line(number)?.end))).toEqual([
      'ab',
      'cd',
      'ef',
    ]);
    expect(lines.line(4)).toBeUndefined();
    expect(lines.line(0)).toBeUndefined();
  });

  test('a break at the end opens no further line', () => {
    expect(new Lines('a\nb\n').count).toBe(2);
    expect(new Lines('').count).toBe(1);
  });

  test('are found the same way as by splitting the text', () => {
    const text = fc.array(fc.constantFrom('a', '\n', 'bc'), { maxLength: 400 }).map((parts) => parts.join(''));
    fc.assert(
      fc.property(text, fc.nat(400), (value, at) => {
        const offset = Math.min(at, value.length);
        const before = value.slice(0, offset).split('\n');
        const lines = new Lines(value);
        expect(lines.positionOf(offset)).toEqual({ line: before.length, column: (before.at(-1) ?? '').length + 1 });
        const split = (value.endsWith('\n') ? value.slice(0, -1) : value).split('\n');
        expect(lines.count).toBe(split.length);
        const last = lines.line(split.length);
        expect(value.slice(last?.start, last?.end)).toBe(split.at(-1));
      }),
    );
  });

  test('a window holds the lines that a range touches and some around', () => {
    const lines = new Lines('1\n2\n3\n4\n5\n6');
    expect(lines.window({ start: 4, end: 7 }, 1).map(({ number }) => number)).toEqual([2, 3, 4, 5]);
  });

  test('the surroundings of a range keep it in sight even on one endless line', () => {
    const text = `${'x'.repeat(1_000_000)}HERE${'y'.repeat(1_000_000)}`;
    const { text: shown, highlights } = linesAround(new Lines(text), [{ start: 1_000_000, end: 1_000_004 }], 4, 1000);
    const [highlight] = highlights;
    expect(shown.length).toBe(1000);
    expect(shown.slice(highlight?.start, highlight?.end)).toBe('HERE');
  });

  test('the surroundings of no range are the beginning of the text', () => {
    const shown = linesAround(new Lines('a\nb\nc'), [], 1, 1000);
    expect(shown).toEqual({ text: 'a\nb', start: 0, highlights: [], firstLine: 1, totalLines: 3 });
  });

  test('ranges near the first one are shown with it, those far away are not', () => {
    const lines = new Lines('a\n'.repeat(4000));
    const ranges = [0, 20, 6000].map((start) => ({ start, end: start + 1 }));
    expect(linesAround(lines, ranges, 1, 1000).highlights).toEqual([
      { start: 0, end: 1 },
      { start: 20, end: 21 },
    ]);
  });

  test('consecutive pages hold the whole text, with lines of any length', () => {
    for (const text of ['ab\n'.repeat(999), 'x'.repeat(2500), `a\n${'y'.repeat(700)}\nb\n\nc`]) {
      let read = '';
      for (let from = 0; from < text.length;) {
        const page = pageOf(new Lines(text), [], from, 300);
        read += text.slice(from, page.start + page.text.length);
        expect(page.start + page.text.length).toBeGreaterThan(from);
        from = page.start + page.text.length;
      }
      expect(read).toBe(text);
    }
  });

  test('an excerpt is one line, cut where it is long', () => {
    expect(excerpt('a\n  b', { start: 0, end: 5 })).toBe('a b');
    expect(excerpt('abcdef', { start: 0, end: 6 }, 3)).toBe('abc…');
  });
});
