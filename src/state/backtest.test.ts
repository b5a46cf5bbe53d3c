import { expect, test } from 'vitest';
import type { Recording } from '../worker/backtest-protocol.ts';
import { startBacktest, withRecordings } from './backtest.ts';

const fileOf = (name: string, id = name): Recording => ({ id, name, kind: 'file', file: new Blob(['{}']) });

test('a file that is added again replaces the one of its name', () => {
  const old = { ...startBacktest, ...withRecordings(startBacktest, [fileOf('a.json', '1'), fileOf('b.json')], []) };
  const now = { ...old, ...withRecordings(old, [fileOf('a.json', '2')], []) };
  expect(now.recordings.map(({ id }) => id)).toEqual(['2', 'b.json']);
});

test('a file that failed to open leaves the list of failures once it can be added', () => {
  const refused = { ...startBacktest, ...withRecordings(startBacktest, [], [{ name: 'a.zip', message: 'Cut off.' }]) };
  expect(refused.refused).toHaveLength(1);
  expect(withRecordings(refused, [fileOf('a.zip')], []).refused).toEqual([]);
});
