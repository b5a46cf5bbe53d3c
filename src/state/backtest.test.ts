import { expect, test } from 'vitest';
import type { Recording } from '../worker/backtest-protocol.ts';
import { sessionKey, startBacktest, withMark, withRecordings } from './backtest.ts';

const fileOf = (name: string, id = name): Recording => ({ id, name, kind: 'file', file: new Blob(['{}']) });

test('a file that is added again replaces the one of its name, and keeps its marks', () => {
  const old = { ...startBacktest, ...withRecordings(startBacktest, [fileOf('a.json', '1'), fileOf('b.json')], []) };
  const marked = { ...old, ...withMark(old, sessionKey(fileOf('a.json', '1'), 0), 'acts') };
  const now = { ...marked, ...withRecordings(marked, [fileOf('a.json', '2')], []) };
  expect(now.recordings.map(({ id }) => id)).toEqual(['2', 'b.json']);
  expect(now.marks.get(sessionKey(fileOf('a.json', '2'), 0))).toBe('acts');
});

test('a file that was refused and then could be added is refused no longer', () => {
  const refused = { ...startBacktest, ...withRecordings(startBacktest, [], [{ name: 'a.zip', message: 'Cut off.' }]) };
  expect(refused.refused).toHaveLength(1);
  expect(withRecordings(refused, [fileOf('a.zip')], []).refused).toEqual([]);
});

test('a mark can be taken away, and a session may be called anything', () => {
  const key = sessionKey(fileOf('__proto__'), 3);
  const marked = { ...startBacktest, ...withMark(startBacktest, key, 'silent') };
  expect(marked.marks.get(key)).toBe('silent');
  expect(withMark(marked, key, null).marks?.size).toBe(0);
});
