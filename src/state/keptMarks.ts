import { withMarks } from './marks.ts';
import { readMarks, writeMarks } from './marksFile.ts';
import type { TabStorage } from './tabStorage.ts';
import type { ViewStore } from './view.ts';

/** Marks stay in this tab as a policy does, so that a reload finds them again. */
const key = 'contextscope/marks';

const kept = new WeakSet<ViewStore>();

/** Brings back the marks kept in this tab and keeps them from then on, once for a store. What changes marks calls it first. */
export function keepMarks(store: ViewStore, storage: TabStorage): void {
  if (kept.has(store)) return;
  kept.add(store);
  const { changeBacktest } = store.getState().actions;
  const left = readMarks(storage.getItem(key) ?? '');
  // Marks of this visit go before those of an earlier one; what somebody else left there is none of ours.
  if (left.ok) changeBacktest((now) => withMarks({ ...now, ...withMarks(now, left.value) }, [...now.marks.values()]));
  store.subscribe(({ backtest: { marks } }, { backtest: before }) => {
    if (marks === before.marks) return;
    try {
      if (marks.size === 0) storage.removeItem(key);
      else storage.setItem(key, writeMarks(marks.values()));
    } catch {
      // Whatever the browser's reason (a full or forbidden storage), older marks would be worse than none.
      storage.removeItem(key);
      changeBacktest(() => ({ said: 'The browser has no room to keep the marks across a reload. Export them.' }));
    }
  });
}
