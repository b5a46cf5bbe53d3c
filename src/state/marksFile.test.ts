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

test('marks written and read again are the same, with a report beside them or without', () => {
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

test('a program that knows only names can write marks', () => {
  const text =
    '{"format": "contextscope/marks", "version": 1, "sessions": [{"recording": "a.json", "should": "fire"}]}';
  expect(readMarks(text)).toEqual({
    ok: true,
    value: [{ name: 'a.json', entry: 0, title: '', content: null, mark: 'acts' }],
  });
});

test.each([
  ['dear diary', 'does not say'],
  ['null', 'does not say'],
  ['{"format": "contextscope/marks", "version": 2}', 'newer'],
  ['{"format": "contextscope/marks", "version": 1}', 'no list `sessions`'],
  [
    '{"format": "contextscope/marks", "version": 1, "sessions": [{"recording": "a", "should": "maybe"}]}',
    'sessions[0]',
  ],
  ['{"format": "contextscope/marks", "version": 1, "sessions": [null]}', 'sessions[0]'],
])('%s is refused, and the sentence names the place', (text, said) => {
  const read = readMarks(text);
  expect.assert(!read.ok);
  expect(read.problem.message).toContain(said);
  expect(read.problem.message).toMatch(/\.$/);
});
