import { expect, test } from 'vitest';
import type { TextRange } from '../engine/model/problem.ts';
import { linesOf, wordsOf } from './rawLines.ts';

test('lines are cut at the ends of the marked ranges', () => {
  const lines = linesOf({
    text: 'one\ntwo\nthree',
    highlights: [
      { start: 12, end: 13 },
      { start: 5, end: 10 },
    ],
    firstLine: 40,
  });
  expect(lines).toEqual([
    { number: 40, start: 0, parts: [{ start: 0, text: 'one', marked: false }] },
    {
      number: 41,
      start: 4,
      parts: [
        { start: 4, text: 't', marked: false },
        { start: 5, text: 'wo', marked: true },
      ],
    },
    {
      number: 42,
      start: 8,
      parts: [
        { start: 8, text: 'th', marked: true },
        { start: 10, text: 're', marked: false },
        { start: 12, text: 'e', marked: true },
      ],
    },
  ]);
});

test('without a range nothing is marked', () => {
  const lines = linesOf({ text: 'one\ntwo', highlights: [], firstLine: 1 });
  expect(lines.flatMap(({ parts }) => parts).every(({ marked }) => !marked)).toBe(true);
});

test('the words of a line are quoted texts and the parts between brackets and commas', () => {
  const words = (text: string, highlights: readonly TextRange[] = []) =>
    linesOf({ text, highlights, firstLine: 1 }).flatMap((line) =>
      wordsOf(line).map(({ start, end }) => text.slice(line.start + start, line.start + end)),
    );
  expect(words(String.raw`[{"role": "user", "content": "Say \"hi\", now"}, 12.5]`)).toEqual([
    '"role"',
    '"user"',
    '"content"',
    String.raw`"Say \"hi\", now"`,
    '12.5',
  ]);
  expect(words("Part(text='it is', n=None) \"cut off")).toEqual(['Part', 'text=', "'it is'", 'n=None', 'cut', 'off']);
  // An excerpt begins within a text: words start again where a turn begins.
  const amid = 'end of it"}, {"role": "user"}';
  expect(words(amid, [{ start: 13, end: amid.length }])).toEqual(['end', 'of', 'it', '"role"', '"user"']);
});
