import { withMarks } from './marks.ts';
import { readMarks, writeMarks } from './marksFile.ts';
import { keep, type TabStorage } from './storage.ts';
import type { ViewStore } from './view.ts';

/** Marks are kept in this tab's storage, like a policy, so that they survive a reload. */
const key = 'contextscope/marks';

const kept = new WeakSet<ViewStore>();

/**
 * Restores the marks kept in this tab and stores later changes, once per store. Code that changes marks calls it first.
 */
export function keepMarks(store: ViewStore, storage: TabStorage): void {
  if (kept.has(store)) return;
  kept.add(store);
  const { changeBacktest } = store.getState().actions;
  const left = readMarks(storage.getItem(key) ?? '');
  // Marks of this visit take precedence over those of an earlier one. Data that does not parse was not written by us.
  if (left.ok) changeBacktest((now) => withMarks({ ...now, ...withMarks(now, left.value) }, [...now.marks.values()]));
  store.subscribe(({ backtest: { marks } }, { backtest: before }) => {
    if (marks === before.marks) return;
    if (marks.size > 0 && keep(storage, key, writeMarks(marks.values()))) return;
    // Without room for the new marks: outdated ones would be worse than none.
    storage.removeItem(key);
    if (marks.size === 0) return;
    changeBacktest(() => ({
      marksMessage: 'The browser has no room to keep your marks across a reload. Export them to a file.',
    }));
  });
}
