import { createViewStore, type View, type ViewStore } from '../view.ts';

/** A view in which every session is open at once. */
export function viewWithOpenSessions(start: Partial<View> = {}): ViewStore {
  const store = createViewStore(start);
  store.subscribe(({ opening, actions }) => {
    if (opening !== null) actions.showOpened();
  });
  return store;
}
