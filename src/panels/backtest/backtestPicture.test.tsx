import { expect, test } from 'vitest';
import { verdictCodes } from '../../engine/model/verdict.ts';
import type { RuleOverSession } from '../../worker/backtest-protocol.ts';
import { backtestPicture } from './backtestPicture.ts';
import type { Row } from './rows.ts';

const judged: RuleOverSession = {
  rule: { expression: 'true', hook: 'turn', match: null },
  counts: { eligible: 3, fire: 2, pass: 1, error: 0, unknown: 0, value: 0 },
  acts: 2,
  firstAct: 0,
  actsAt: new Uint8Array(),
  unknownAt: new Uint8Array(),
  cells: Uint8Array.of(verdictCodes.fire, verdictCodes.fire, verdictCodes.pass),
  problem: null,
};

const row = (title: string, change: Row['change']): Row => ({
  key: title,
  recording: { id: title, name: title, kind: 'open', source: title },
  entry: 0,
  title,
  place: { name: title, entry: 0, title, content: title },
  system: 'task',
  turns: 3,
  rules: [judged],
  mark: null,
  change,
});

const pictureOf = (...rows: readonly Row[]) => backtestPicture({ rows, draft: 0, token: (name) => `token${name}` });

test('a picture of a backtest has each session with its ribbon, its counts, and what the draft changes', () => {
  const picture = pictureOf(
    row('a refund', { blocked: 2, released: 0, unknown: 0 }),
    row('a bill', { blocked: 0, released: 1, unknown: 3 }),
  );
  expect([...picture.querySelectorAll('text')].map(({ textContent }) => textContent)).toEqual([
    'a refund',
    '2 of 3',
    '2 newly blocked',
    'a bill',
    '2 of 3',
    '1 no longer blocked, 3 not comparable',
  ]);
  expect(picture.querySelectorAll('g')).toHaveLength(2);
  const bars = [...picture.querySelectorAll('rect')];
  expect(bars.map((bar) => bar.getAttribute('fill'))).toEqual(['token--fire', 'token--pass']);
  // To the right and to the left of the same line, on one scale.
  const [blocked, released] = bars.map((bar) => ({
    x: Number(bar.getAttribute('x')),
    width: Number(bar.getAttribute('width')),
  }));
  expect(blocked?.x).toBe((released?.x ?? 0) + (released?.width ?? 0));
  expect(blocked?.width).toBe(2 * (released?.width ?? 0));
});

test('without a baseline there is no room for changes', () => {
  const [wide, narrow] = [pictureOf(row('a', { blocked: 1, released: 0, unknown: 0 })), pictureOf(row('a', null))];
  expect(Number(narrow.getAttribute('width'))).toBeLessThan(Number(wide.getAttribute('width')));
});
