import { expect, test } from 'vitest';
import { Double } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import { readContent, textOf } from '../../importing/content/content.ts';
import { readInstant } from '../../importing/values/instants.ts';
import { openArguments } from '../../importing/values/json-text.ts';
import { createImportReport } from '../../importing/import-report.ts';
import { shortTitle } from '../../importing/transcript/title.ts';
import { answersUser } from '../../importing/transcript/transcript.ts';

const at = (written: Value) => {
  const report = createImportReport();
  return [readInstant(written, ['timestamp'], report), ...report.notes().map(({ code }) => code)];
};

test('times become UTC and keep their fraction as written', () => {
  expect(at('2026-03-14T08:05:41.451630Z')).toEqual(['2026-03-14T08:05:41.451630Z']);
  expect(at('2026-03-14T08:05:41+02:00')).toEqual(['2026-03-14T06:05:41Z']);
  expect(at(1760000000)).toEqual(['2025-10-09T08:53:20Z']);
  expect(at(new Double(1760000000))).toEqual(['2025-10-09T08:53:20Z']);
});

test('a time without a zone is read as UTC, and the report says so', () => {
  expect(at('2026-03-14 08:05:41.4')).toEqual(['2026-03-14T08:05:41.4Z', 'import/no-zone']);
});

test('an invalid time stays unknown, and the report says so', () => {
  expect(at('yesterday')).toEqual([undefined, 'import/time']);
  expect(at('2026-13-45T99:99:99Z')).toEqual([undefined, 'import/time']);
  expect(at(Number.NaN)).toEqual([undefined, 'import/time']);
});

test('arguments in JSON are parsed with exact numbers; other arguments stay text', () => {
  const report = createImportReport();
  expect(openArguments('{"id": 9007199254740993}', [], report)).toEqual({ id: 9007199254740993n });
  expect(openArguments('', [], report)).toEqual({});
  expect(report.notes()).toEqual([]);
  expect(openArguments('{"id": 5, "fields": ["na', [], report)).toBe('{"id": 5, "fields": ["na');
  expect(report.notes().map(({ code }) => code)).toEqual(['import/arguments']);
});

test('content is a string, null or a list of typed parts', () => {
  const report = createImportReport();
  const parts = (content: Parameters<typeof readContent>[0]) => readContent(content, [], report);
  expect(parts(null)).toEqual([]);
  expect(parts('hi')).toEqual([{ mimeType: 'text/plain', text: 'hi' }]);
  expect(
    textOf(
      parts([
        { type: 'text', content: 'a' },
        { type: 'output_text', text: 'b' },
      ]),
    ),
  ).toBe('a\nb');
  expect(parts([{ type: 'refusal', refusal: 'no' }])).toMatchObject([{ text: 'no', metadata: { refusal: true } }]);
  expect(parts([{ type: 'image_url', image_url: { url: 'https://example.com/x.png' } }])).toEqual([
    { mimeType: 'image/*', file: 'https://example.com/x.png' },
  ]);
  expect(report.notes()).toEqual([]);
  expect(parts([{ type: 'hologram', depth: 3 }])).toEqual([
    { mimeType: 'application/json', metadata: { type: 'hologram', depth: 3 } },
  ]);
  expect(report.notes().map(({ code }) => code)).toEqual(['import/content-part']);
});

test('a text with calls continues the work; only a text without calls answers the user', () => {
  const text = [{ mimeType: 'text/plain', text: 'one moment' }];
  expect(answersUser(text, 2)).toBe(false);
  expect(answersUser(text, 0)).toBe(true);
  expect(answersUser([], 0)).toBe(false);
});

test('a title is one line, cut at a word', () => {
  expect(shortTitle('  book\n a table ')).toBe('book a table');
  expect(shortTitle('word '.repeat(50))).toBe(`${'word '.repeat(16).trim()}…`);
});

test('a repeated note becomes one note with a count and all its places', () => {
  const report = createImportReport();
  for (const index of [4, 7, 7]) report.note('lost', 'x/y', ['messages', index], (n) => `${n} of them.`);
  const note = { severity: 'lost', code: 'x/y', message: '3 of them.', place: 'messages[4]', alsoAt: ['messages[7]'] };
  expect(report.notes()).toEqual([note]);
});
