import { createContext, use } from 'react';
import { useStore } from 'zustand';
import type { NoticeActions, NoticeState, NoticeStore } from './notices.ts';

export const NoticeContext = createContext<NoticeStore | null>(null);

export function useNoticeStore(): NoticeStore {
  const store = use(NoticeContext);
  if (store === null) throw new Error('useNotices outside of NoticeContext');
  return store;
}

export function useNotices<T>(selector: (notices: NoticeState) => T): T {
  return useStore(useNoticeStore(), selector);
}

export function useNoticeActions(): NoticeActions {
  return useNotices((notices) => notices.actions);
}
