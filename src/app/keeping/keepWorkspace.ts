import type { Keeping } from '../../services/keeping/keeping.ts';
import { type SavingWindow, saveSoon } from '../../services/keeping/saveSoon.ts';
import { leaveWorkspace, type Tab } from '../../services/keeping/workspaces.ts';
import type { ViewStore } from '../../state/view.ts';
import { isUntouched, keptParts, workspaceOf } from './workspaceOf.ts';

/**
 * Stores the workspace soon after each change. A workspace in which nothing was done is not stored. Returns a function
 * that stops it.
 */
export function keepWorkspace(
  store: ViewStore,
  keeping: Keeping,
  id: string,
  {
    window,
    storage,
    isStored,
  }: { readonly window: SavingWindow; readonly storage: Tab['storage']; readonly isStored: boolean },
): () => void {
  let isKnown = isStored;
  const saving = saveSoon(window, async () => {
    const view = store.getState();
    if (!isKnown && isUntouched(view)) return;
    isKnown = (await keeping.put('workspace', id, workspaceOf(view))) === null || isKnown;
  });
  const unsubscribe = store.subscribe((view, before) => {
    if (keptParts.some((part) => view[part] !== before[part])) saving.changed();
  });
  const leave = () => leaveWorkspace(storage, id, workspaceOf(store.getState()), Date.now());
  window.addEventListener('pagehide', leave);
  return () => {
    unsubscribe();
    saving.stop();
    window.removeEventListener('pagehide', leave);
  };
}
