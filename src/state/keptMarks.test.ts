import { expect, test } from 'vitest';
import type { MarkedSession } from './backtest.ts';
import { keepMarks } from './keptMarks.ts';

import { withMark } from './marks.ts';
import type { TabStorage } from './storage.ts';
import { createViewStore, type ViewStore } from './view.ts';

function storageOf(): TabStorage & { readonly kept: Map<string, string> } {
  const kept = new Map<string, string>();
  return {
    kept,
    getItem: (key) => kept.get(key) ?? null,
    setItem: (key, text) => void kept.set(key, text),
    removeItem: (key) => void kept.delete(key),
  };
}

const a = { name: 'a.json', entry: 0, title: 'A', content: 'c1' };
const b = { ...a, name: 'b.json', content: 'c2' };
const mark = (store: ViewStore, place: typeof a, as: MarkedSession['mark'] | null) =>
  store.getState().actions.changeBacktest((before) => withMark(before, place, as));
const marksIn = (store: ViewStore) => [...store.getState().backtest.marks.values()].map((one) => [one.name, one.mark]);

test('marks survive a reload, and removing the last one empties the storage', () => {
  const storage = storageOf();
  const before = createViewStore();
  keepMarks(before, storage);
  mark(before, a, 'acts');
  mark(before, b, 'silent');

  const after = createViewStore();
  keepMarks(after, storage);
  keepMarks(after, storage);
  expect(marksIn(after)).toEqual([
    ['a.json', 'acts'],
    ['b.json', 'silent'],
  ]);
  mark(after, a, null);
  mark(after, b, null);
  expect(storage.kept.size).toBe(0);
});

test('marks made before the stored ones are restored take precedence', () => {
  const storage = storageOf();
  const before = createViewStore();
  keepMarks(before, storage);
  mark(before, a, 'acts');
  const after = createViewStore();
  mark(after, a, 'silent');
  keepMarks(after, storage);
  expect(marksIn(after)).toEqual([['a.json', 'silent']]);
});

test('a browser without room reports it, and foreign data in the storage is ignored', () => {
  const full: TabStorage = {
    getItem: () => '{"format": 3}',
    setItem: () => {
      throw new DOMException('full', 'QuotaExceededError');
    },
    removeItem: () => {},
  };
  const store = createViewStore();
  keepMarks(store, full);
  expect(marksIn(store)).toEqual([]);
  mark(store, a, 'acts');
  expect(store.getState().backtest.marksMessage).toMatch(/no room .*\.$/);
});
