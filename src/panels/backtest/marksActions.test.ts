import { expect, test } from 'vitest';
import { type MarkedSession, startBacktest } from '../../state/backtest.ts';
import { withMarks } from '../../state/marks.ts';
import { readMarks } from '../../state/marksFile.ts';
import { marksFile } from './marksActions.ts';
import type { Row } from './rows.ts';
import type { RuleColumn } from './useRules.ts';

const rule = { expression: 'input.amount <= 1000', hook: 'middleware.before', match: null } as const;
const columns: readonly RuleColumn[] = [
  { id: 'draft', title: 'draft', rule: { kind: 'rule', rule } },
  {
    id: 'capabilities.refund.before[0]',
    title: 'refund before 1',
    rule: { kind: 'policy', id: 'capabilities.refund.before[0]' },
  },
];
/** What a whole policy decides, as it is and with an edit of one rule. */
const decisions: readonly RuleColumn[] = [
  { id: 'draft', title: 'draft', rule: { kind: 'decision', edited: { id: 'rules[0]', expression: 'true' } } },
  { id: 'policy', title: 'policy', rule: { kind: 'decision' } },
];

const row = (name: string, mark: Row['mark']): Row => ({
  key: name,
  recording: { id: name, name, kind: 'open', source: name },
  entry: 2,
  title: `About ${name}`,
  place: { name, entry: 2, title: `About ${name}`, content: `c-${name}` },
  system: 'task',
  turns: 9,
  rules: [
    {
      rule,
      counts: { eligible: 4, fire: 1, pass: 3, error: 0, unknown: 0, value: 0 },
      acts: 1,
      firstAct: 5,
      actsAt: new Uint8Array(),
      unknownAt: new Uint8Array(),
      cells: new Uint8Array(),
      problem: null,
    },
    null,
  ],
  mark,
  change: null,
});

const marksOf = (...marked: readonly MarkedSession[]) => withMarks(startBacktest, marked).marks ?? new Map();

test('marks are exported with the rules and their results; unmarked sessions are not', () => {
  const rows = [row('a', 'silent'), row('b', null)];
  expect(JSON.parse(marksFile(marksOf({ ...row('a', null).place, mark: 'silent' }), rows, columns))).toEqual({
    format: 'contextscope/marks',
    version: 1,
    rules: [
      { rule: 'draft', ...rule },
      { rule: 'refund before 1', policyRule: 'capabilities.refund.before[0]' },
    ],
    sessions: [
      {
        recording: 'a',
        entry: 2,
        title: 'About a',
        content: 'c-a',
        should: 'not-fire',
        rules: [
          { rule: 'draft', judged: true, fires: 1, eligible: 4, first: 5, agrees: false },
          { rule: 'refund before 1', judged: false },
        ],
      },
    ],
  });
});

test('what a whole policy decides is exported with the edited rule', () => {
  const marks = marksOf({ ...row('a', null).place, mark: 'silent' });
  const { rules } = JSON.parse(marksFile(marks, [], decisions));
  expect(rules).toEqual([{ rule: 'draft', policyRule: 'rules[0]', expression: 'true' }, { rule: 'policy' }]);
});

test('marks of missing sessions are exported too, and marks made by name get their session’s content id', () => {
  const gone: MarkedSession = { name: 'gone', entry: 0, title: 'Gone', content: 'c9', mark: 'acts' };
  const byName: MarkedSession = { name: 'a', entry: 2, title: '', content: null, mark: 'acts' };
  const read = readMarks(marksFile(marksOf(gone, byName), [row('a', 'acts')], columns));
  expect(read).toEqual({ ok: true, value: [{ ...row('a', null).place, mark: 'acts' }, gone] });
});
