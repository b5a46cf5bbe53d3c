import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { ViewActions, ViewState, ViewStore } from './view.ts';

export const ViewContext = createContext<ViewStore | null>(null);

export function useViewStore(): ViewStore {
  const store = use(ViewContext);
  if (store === null) throw new Error('useView outside of ViewContext');
  return store;
}

/** A choice, or a value derived from choices. The selector must return the same object for the same view. */
export function useView<T>(selector: (view: ViewState) => T): T {
  return useStore(useViewStore(), selector);
}

export function useViewActions(): ViewActions {
  return useView((view) => view.actions);
}
