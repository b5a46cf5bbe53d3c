import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import type { MarkedSession } from './backtest.ts';
import { ownFormat } from './ownFormat.ts';
import { readMarks, writeMarks } from './marksFile.ts';

const anyMark: fc.Arbitrary<MarkedSession> = fc.record({
  name: fc.string(),
  entry: fc.nat(),
  title: fc.string(),
  content: fc.option(fc.stringMatching(/^[0-9a-f]{16}$/)),
  mark: fc.constantFrom('acts', 'silent'),
});

test('marks survive writing and reading, with a report or without', () => {
  fc.assert(
    fc.property(fc.array(anyMark), fc.boolean(), (marks, hasReport) => {
      const text = writeMarks(
        marks,
        hasReport ? { rules: [{ rule: 'draft' }], judged: () => [{ fires: 1 }] } : undefined,
      );
      expect(ownFormat(text)).toBe('marks');
      expect(readMarks(text)).toEqual({ ok: true, value: marks });
    }),
  );
});

test('a program that knows only session names can write marks', () => {
  const text =
    '{"format": "contextscope/marks", "version": 1, "sessions": [{"recording": "a.json", "should": "fire"}]}';
  expect(readMarks(text)).toEqual({
    ok: true,
    value: [{ name: 'a.json', entry: 0, title: '', content: null, mark: 'acts' }],
  });
});

test.each([
  ['dear diary', 'no `format`'],
  ['null', 'no `format`'],
  ['{"format": "contextscope/marks", "version": 2}', 'newer'],
  ['{"format": "contextscope/marks", "version": 1}', 'no list `sessions`'],
  [
    '{"format": "contextscope/marks", "version": 1, "sessions": [{"recording": "a", "should": "maybe"}]}',
    'sessions[0]',
  ],
  ['{"format": "contextscope/marks", "version": 1, "sessions": [null]}', 'sessions[0]'],
])('%s is rejected, and the message names the place', (text, said) => {
  const read = readMarks(text);
  expect.assert(!read.ok);
  expect(read.problem.code).toBe('marks/malformed');
  expect(read.problem.message).toContain(said);
  expect(read.problem.message).toMatch(/\.$/);
});
