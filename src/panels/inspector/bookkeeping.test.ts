import { expect, test } from 'vitest';
import { bookkeepingLast } from './bookkeeping.ts';

test('a turn’s own changes come before counters that change at every turn', () => {
  const places = [
    { path: ['context', '_history', 'turn_count'] },
    { path: ['context', 'capabilities', '_meta', 'count'] },
    { path: ['context', 'capabilities', 'refund', 'inputs', 0] },
  ];
  expect(bookkeepingLast(places).map(({ path }) => path.at(-1))).toEqual([0, 'turn_count', 'count']);
});
