import { withMarks } from './marks.ts';
import { readMarks, writeMarks } from './marksFile.ts';
import type { TabStorage } from './storage.ts';
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
  // Marks of this visit take precedence over those of an earlier one. Data that does not parse is not ours.
  if (left.ok) changeBacktest((now) => withMarks({ ...now, ...withMarks(now, left.value) }, [...now.marks.values()]));
  store.subscribe(({ backtest: { marks } }, { backtest: before }) => {
    if (marks === before.marks) return;
    try {
      if (marks.size === 0) storage.removeItem(key);
      else storage.setItem(key, writeMarks(marks.values()));
    } catch {
      // The storage is full or forbidden. Outdated marks would be worse than none.
      storage.removeItem(key);
      changeBacktest(() => ({
        marksMessage: 'The browser has no room to keep your marks across a reload. Export them to a file.',
      }));
    }
  });
}
