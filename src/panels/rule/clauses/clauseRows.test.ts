import { expect, test } from 'vitest';
import type { ClauseCounts } from '../../../engine/rules/what-if/what-if.ts';
import { type Clause, leastSeen, rowsOf, seenOf } from './clause.ts';
import { countsOf, gapOf, rowText, short, shortCounts } from './words.ts';

const counts = (some: Partial<ClauseCounts>): ClauseCounts => ({
  true: 0,
  false: 0,
  error: 0,
  unknown: 0,
  never: 0,
  ...some,
});

const clause = (text: string, session: Partial<ClauseCounts>): Clause => ({
  start: 0,
  end: text.length,
  text,
  depth: 0,
  inMacro: false,
  session: counts(session),
  tests: null,
});

const [whole, left, right] = [clause('a\n  || b', { true: 3 }), clause('a', { true: 1, false: 2 }), clause('b', {})];

test('clauses are grouped by the row in which they begin, from the top', () => {
  const rows = rowsOf([whole, left, right], [6, 6, -14]);
  expect(rows.map(({ top, clauses }) => [top, ...clauses.map(({ text }) => text)])).toEqual([
    [-14, 'b'],
    [6, 'a\n  || b', 'a'],
  ]);
});

test('clauses without a position yet are left out', () => {
  expect(rowsOf([whole, left], [6]).map(({ clauses }) => clauses.length)).toEqual([1]);
});

test('a row has the coverage of its least covered clause', () => {
  expect(leastSeen([left.session])).toBe('both');
  expect(leastSeen([left.session, whole.session])).toBe('one');
  expect(leastSeen([left.session, right.session, whole.session])).toBe('none');
  expect(leastSeen([null])).toBe('none');
});

test('counts have a letter each in the gutter; missing outcomes are marked, and absent kinds are left out', () => {
  expect(shortCounts(counts({ true: 1200, never: 4 }))).toEqual([
    { kind: 'true', letter: 'T', number: '1.2k', isGap: false },
    { kind: 'false', letter: 'F', number: '0', isGap: true },
    { kind: 'never', letter: 'N', number: '4', isGap: false },
  ]);
});

test('a number has at most three digits in the gutter', () => {
  expect([0, 999, 1000, 1250, 9949, 9950, 12_345, 999_499, 999_500, 3_400_000].map(short)).toEqual([
    '0',
    '999',
    '1.0k',
    '1.3k',
    '9.9k',
    '10k',
    '12k',
    '999k',
    '1.0M',
    '3.4M',
  ]);
});

test('in words: every outcome with its count, and the missing outcome', () => {
  expect(countsOf(counts({ true: 2, error: 1 }))).toBe('2 true · 0 false · 1 error');
  expect([counts({ true: 1 }), counts({ false: 1 }), counts({ never: 1 }), left.session].map(gapOf)).toEqual([
    'never false',
    'never true',
    'never decided',
    null,
  ]);
  expect(seenOf(counts({ error: 3 }))).toBe('none');
});

test('a row’s text names its outermost clause, where it was counted, and the number of further clauses', () => {
  expect(rowText([whole, left], 'session')).toBe(
    'a || b: 3 true · 0 false in this session, never false; 1 more clause in this row',
  );
  expect(rowText([left], 'tests')).toBe('a: no tests');
});
