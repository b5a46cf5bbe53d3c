import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { countVerdicts, verdictCodes } from '../../engine/model/verdict.ts';
import type { RecordingResult } from '../../services/backtest/backtest.ts';
import { type Mark, startBacktest } from '../../state/backtest.ts';
import { withMarks } from '../../state/marks.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import { differenceOf } from '../difference.ts';
import { disagrees, isListed, type Row, rowsOf, sorted, totalChangeOf, totalOf } from './rows.ts';
import { changeInWords, filterTitles, inShort, inWords, leftInWords, totalInWords } from './words.ts';

const judged = (acts: number, eligible: number, more: Partial<RuleOverSession> = {}): RuleOverSession => ({
  rule: { expression: 'true', hook: 'turn', match: null },
  counts: { eligible, fire: acts, pass: eligible - acts, error: 0, unknown: 0, value: 0 },
  acts,
  firstAct: acts > 0 ? 4 : null,
  actsAt: new Uint8Array(),
  unknownAt: new Uint8Array(),
  cells: new Uint8Array(),
  problem: null,
  ...more,
});

const faulty = judged(0, 0, { problem: { code: 'cel/parse', message: 'There is no end to it.' } });

const row = (title: string, rules: readonly (RuleOverSession | null)[], mark: Mark | null = null): Row => ({
  key: title,
  recording: { id: title, name: title, kind: 'open', source: title },
  entry: 0,
  title,
  place: { name: title, entry: 0, title, content: title },
  system: 'task',
  turns: title.length,
  rules,
  mark,
  change: null,
});

const columns = [{ id: 'draft' }, { id: 'baseline' }];
const titles = (rows: readonly Row[]) => rows.map(({ title }) => title).join(' ');

describe('a mark and a rule', () => {
  test('disagree if the rule acts against the mark', () => {
    expect(disagrees('acts', judged(0, 3))).toBe(true);
    expect(disagrees('acts', judged(0, 0))).toBe(true);
    expect(disagrees('acts', judged(1, 3))).toBe(false);
    expect(disagrees('silent', judged(1, 3))).toBe(true);
    expect(disagrees('silent', judged(0, 3))).toBe(false);
  });

  test('do not disagree without a mark or without a verdict', () => {
    expect(disagrees(null, judged(1, 3))).toBe(false);
    expect(disagrees('acts', null)).toBe(false);
    expect(disagrees('acts', faulty)).toBe(false);
  });
});

describe('sorting', () => {
  const rows = [
    row('b10', [judged(1, 4), judged(7, 9)]),
    row('a', [judged(5, 9), null]),
    row('b9', [judged(1, 2), judged(0, 2)]),
    row('none', [judged(0, 3), judged(0, 3)]),
    row('faulty', [faulty, faulty]),
  ];

  test('by hits, among equals by the greater share, and sessions without a result last', () => {
    expect(titles(sorted(rows, { column: 'draft', direction: 'descending' }, columns))).toBe('a b9 b10 none faulty');
    expect(titles(sorted(rows, { column: 'baseline', direction: 'descending' }, columns))).toBe('b10 b9 none a faulty');
  });

  test('by name with numbers in numeric order, and by length', () => {
    expect(titles(sorted(rows, { column: 'title', direction: 'ascending' }, columns))).toBe('a b9 b10 faulty none');
    expect(titles(sorted(rows, { column: 'turns', direction: 'ascending' }, columns))).toBe('a b9 b10 none faulty');
  });

  test('by disagreement: with the draft, then with another rule, then agreeing rows, then unmarked rows', () => {
    const marked = [
      row('unmarked', [judged(1, 1), judged(1, 1)]),
      row('agrees', [judged(1, 1), judged(1, 1)], 'acts'),
      row('baseline', [judged(1, 1), judged(0, 1)], 'acts'),
      row('both', [judged(1, 1), judged(1, 1)], 'silent'),
      row('draft', [judged(0, 1), judged(1, 1)], 'acts'),
    ];
    expect(titles(sorted(marked, { column: 'mark', direction: 'descending' }, columns))).toBe(
      'both draft baseline agrees unmarked',
    );
  });

  test('a removed column sorts as the first rule', () => {
    expect(titles(sorted(rows, { column: 'gone', direction: 'descending' }, columns))).toBe('a b9 b10 none faulty');
  });
});

test('marks are found by a session’s content, whatever its file is called', () => {
  const session = (content: string, entry: number) => ({
    entry,
    title: content,
    content,
    system: 'task' as const,
    turns: 1,
    rules: [],
  });
  const resultOf = (id: string, name: string, ...contents: readonly string[]) => ({
    recording: { id, name, kind: 'file', file: new Blob() } as const,
    sessions: contents.map(session),
    failures: [],
  });
  const results = [resultOf('1', 'x.jsonl', 'c1', 'c2'), resultOf('2', 'moved.json', 'c2'), resultOf('3', 'y', 'c3')];
  const { marks } = withMarks(startBacktest, [
    { name: 'x.jsonl', entry: 1, title: 't', content: 'c2', mark: 'silent' },
    { name: 'y', entry: 0, title: 't', content: 'other', mark: 'acts' },
  ]);
  expect(rowsOf(results, marks ?? new Map(), columns).map(({ mark }) => mark)).toEqual([
    null,
    'silent',
    'silent',
    null,
  ]);
});

test('totals in words have their denominators', () => {
  const rows = [
    row('a', [judged(2, 10)], 'silent'),
    row('b', [judged(0, 5)], 'silent'),
    row('c', [judged(0, 0)]),
    row('d', [faulty], 'acts'),
  ];
  expect(totalInWords(totalOf(rows, 0))).toBe(
    'fires in 1 of 2 sessions with eligible turns · 2 of 15 eligible turns · cannot run in 1 session · 1 of 2 marks disagrees',
  );
  const failing = judged(3, 4, { counts: { eligible: 4, fire: 1, pass: 1, error: 2, unknown: 0, value: 0 } });
  expect(totalInWords(totalOf([...rows.slice(0, 2), row('e', [failing])], 0))).toBe(
    'fires in 2 of 3 sessions with eligible turns · 5 of 19 eligible turns, 2 errors counted as failed among them · 1 of 2 marks disagrees',
  );
  const open = judged(0, 15, { counts: { eligible: 15, fire: 0, pass: 0, error: 12, unknown: 3, value: 0 } });
  expect(totalInWords(totalOf([row('f', [open])], 0))).toBe(
    'fires in 0 of 1 session with eligible turns · 0 of 15 eligible turns, 12 errors, unknown at 3',
  );
  expect(totalInWords(totalOf(rows.slice(2, 3), 0))).toBe('no eligible turn in any session');
  expect(totalInWords(totalOf(rows.slice(2), 0))).toBe('cannot run in 1 session');
});

test('the text beside a ribbon, in short and in words', () => {
  const partly = judged(3, 41, {
    counts: { eligible: 41, fire: 2, pass: 34, error: 1, unknown: 4, value: 0 },
  });
  const failing = judged(0, 15, {
    rule: { expression: 'context.x', hook: 'script', match: null },
    counts: { eligible: 15, fire: 0, pass: 0, error: 15, unknown: 0, value: 0 },
  });
  expect([null, faulty, judged(0, 0), judged(0, 3), partly, failing].map(inShort)).toEqual([
    '…',
    'cannot run',
    '–',
    '0 of 3',
    '3 of 41',
    '15 errors',
  ]);
  expect(inWords(failing, null)).toBe('has a value at 0 of 15 eligible, 15 errors');
  expect(inWords(partly, 'silent')).toBe(
    'fires at 3 of 41 eligible, first at turn 4, 1 error counted as failed among them, unknown at 4, against the mark',
  );
  expect(inWords(faulty, null)).toBe('There is no end to it.');
});

describe('the difference', () => {
  /** The bits of the turns with one of some verdicts, as the engine sends them. */
  const bitsOf = (codes: readonly number[], ...wanted: readonly number[]): Uint8Array => {
    const bits = new Uint8Array(Math.ceil(codes.length / 8));
    for (const [turn, code] of codes.entries())
      if (wanted.includes(code)) bits[turn >> 3] = (bits[turn >> 3] ?? 0) | (1 << (turn & 7));
    return bits.slice(0, bits.findLastIndex((byte) => byte > 0) + 1);
  };
  const bitsOfRule = (codes: readonly number[], errorsToo: boolean) => ({
    actsAt: bitsOf(codes, verdictCodes.fire, ...(errorsToo ? [verdictCodes.error] : [])),
    unknownAt: bitsOf(codes, verdictCodes.unknown),
  });
  const resultOf = (draft: RuleOverSession, baseline: RuleOverSession | null): RecordingResult => ({
    recording: { id: 'r', name: 'r', kind: 'open', source: 'r' },
    sessions: [{ entry: 0, title: 't', content: 'c', system: 'task', turns: 1, rules: [draft, baseline] }],
    failures: [],
  });

  test('of a row is that of the timeline, counted from every verdict', () => {
    const codes = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(codes, codes), { maxLength: 90 }), fc.boolean(), (pairs, errorsToo) => {
        const [draft, baseline] = [pairs.map(([one]) => one), pairs.map(([, one]) => one)];
        const [row] = rowsOf(
          [resultOf(judged(0, 1, bitsOfRule(draft, errorsToo)), judged(0, 1, bitsOfRule(baseline, errorsToo)))],
          new Map(),
          columns,
        );
        const expected = differenceOf(Uint8Array.from(baseline), Uint8Array.from(draft), {
          baseline: errorsToo,
          draft: errorsToo,
        });
        const { blocked, released, unknown } = expected;
        expect(row?.change).toEqual({ blocked, released, unknown });
      }),
    );
  });

  test('and the verdicts of all rows add up to the totals, also where the baseline judges no turn or cannot run', () => {
    const codes = fc.array(fc.integer({ min: 0, max: 5 }), { maxLength: 30 });
    const ofCodes = (some: readonly number[], errorsToo: boolean) => {
      const counts = countVerdicts(Uint8Array.from(some));
      const acts = counts.fire + (errorsToo ? counts.error : 0);
      return judged(acts, 0, { counts, ...bitsOfRule(some, errorsToo) });
    };
    const baseline = fc.oneof(
      codes,
      codes.map((some) => some.map(() => verdictCodes['n/a'])),
      fc.constant(null),
    );
    const sumOf = (rows: readonly Row[], of: (row: Row) => number) => rows.reduce((sum, row) => sum + of(row), 0);
    fc.assert(
      fc.property(fc.array(fc.tuple(codes, baseline)), fc.boolean(), (sessions, errorsToo) => {
        const results = sessions.map(([draft, before]) =>
          resultOf(ofCodes(draft, errorsToo), before === null ? faulty : ofCodes(before, errorsToo)),
        );
        const rows = rowsOf(results, new Map(), columns);
        for (const at of [0, 1]) {
          const { acts, counts } = totalOf(rows, at);
          expect(acts).toBe(sumOf(rows, ({ rules }) => rules[at]?.acts ?? 0));
          for (const kind of ['eligible', 'pass', 'fire', 'error', 'unknown', 'value'] as const)
            expect(counts[kind]).toBe(sumOf(rows, ({ rules }) => rules[at]?.counts[kind] ?? 0));
        }
        const total = totalChangeOf(rows);
        for (const kind of ['blocked', 'released', 'unknown'] as const) {
          expect(total?.turns[kind] ?? 0).toBe(sumOf(rows, ({ change }) => change?.[kind] ?? 0));
          expect(total?.sessions[kind] ?? 0).toBe(rows.filter(({ change }) => (change?.[kind] ?? 0) > 0).length);
        }
        // What the words of a row say is what is counted.
        const open = rows.filter(({ change }) => changeInWords(change).includes('not comparable'));
        expect(total?.sessions.unknown ?? 0).toBe(open.length);
      }),
    );
  });

  test('is unknown until both rules have judged the session', () => {
    const change = (baseline: RuleOverSession | null) =>
      rowsOf([resultOf(judged(1, 2), baseline)], new Map(), columns)[0]?.change;
    expect(change(null)).toBeNull();
    expect(change(faulty)).toBeNull();
    expect(change(judged(1, 2))).toEqual({ blocked: 0, released: 0, unknown: 0 });
  });

  test('of all rows is counted in turns and in sessions', () => {
    const rows = [
      { ...row('a', []), change: { blocked: 20, released: 3, unknown: 0 } },
      { ...row('b', []), change: { blocked: 0, released: 2, unknown: 0 } },
      { ...row('c', []), change: { blocked: 0, released: 0, unknown: 7 } },
      row('d', []),
    ];
    const total = totalChangeOf(rows);
    expect(total === null ? null : Object.values(filterTitles(total))).toEqual([
      'All 4 sessions',
      '2 changed',
      '+20 newly blocked in 1',
      '−5 no longer blocked in 2',
      '? 7 not comparable in 1',
    ]);
    const none = { blocked: 0, released: 0, unknown: 0 };
    expect(filterTitles({ turns: none, sessions: { ...none, all: 3, changed: 0 } })).toMatchObject({
      blocked: '0 newly blocked',
      released: '0 no longer blocked',
    });
    expect(titles(rows.filter((one) => isListed(one, 'changed')))).toBe('a b');
    expect(titles(rows.filter((one) => isListed(one, 'blocked')))).toBe('a');
    expect(titles(rows.filter((one) => isListed(one, 'unknown')))).toBe('c');
    expect(totalChangeOf(rows.slice(3))).toBeNull();
  });

  test('sorts the most changed first, and sessions that were not compared last', () => {
    const rows = [
      row('none', []),
      { ...row('same', []), change: { blocked: 0, released: 0, unknown: 0 } },
      { ...row('open', []), change: { blocked: 0, released: 0, unknown: 1 } },
      { ...row('less', []), change: { blocked: 2, released: 0, unknown: 0 } },
      { ...row('more', []), change: { blocked: 1, released: 9, unknown: 0 } },
    ];
    expect(titles(sorted(rows, { column: 'difference', direction: 'descending' }, columns))).toBe(
      'more less open same none',
    );
  });
});

test('the time left is rounded up', () => {
  expect([900, 41_000, 61_000, 3_700_000].map(leftInWords)).toEqual([
    'about 5 s left',
    'about 45 s left',
    'about 2 min left',
    'about 2 h left',
  ]);
});
