import { createStore, type StoreApi } from 'zustand/vanilla';
import type { Problem } from '../engine/model/problem.ts';

export type DialogId = 'new-test' | 'keys' | 'palette' | 'settings' | 'report' | 'start-run' | 'decisions' | 'backtest';

/** What the page last told the user, and which dialog lies open. One of each: the latest. */
export interface Notices {
  readonly dialog: DialogId | null;
  readonly message: Message | null;
  /** A text that would not open, kept at hand so that nothing has to be fetched or copied again. */
  readonly refused: RefusedText | null;
  /** What is being read, the latest last. */
  readonly reading: readonly Reading[];
}

export interface Reading {
  readonly name: string;
  readonly cancel: () => void;
}

export interface Message {
  readonly text: string;
  readonly tone: 'plain' | 'failure';
  /** Goes by itself after a while. */
  readonly fades: boolean;
  /** Offers the import report. */
  readonly report: boolean;
  /** Offers to bring back the policy that was closed. */
  readonly reopen: boolean;
  /** Offers to ask again what the engine left unanswered. */
  readonly again: boolean;
}

export interface RefusedText {
  readonly name: string;
  readonly text: string;
  readonly problem: Problem;
}

export interface NoticeActions {
  showDialog(dialog: DialogId): void;
  closeDialog(): void;
  /** What is plain fades and what failed stays, unless said otherwise. */
  tell(text: string, options?: Partial<Omit<Message, 'text'>>): void;
  clearMessage(): void;
  /** Shows that something is being read, until the function that it gives is called. */
  startReading(reading: Reading): () => void;
  refuse(refused: RefusedText): void;
  putRefusedAway(): void;
}

export type NoticeState = Notices & { readonly actions: NoticeActions };
export type NoticeStore = StoreApi<NoticeState>;

export function createNoticeStore(): NoticeStore {
  return createStore<NoticeState>()((set) => ({
    dialog: null,
    message: null,
    refused: null,
    reading: [],
    actions: {
      showDialog: (dialog) => set({ dialog }),
      closeDialog: () => set({ dialog: null }),
      tell: (text, { tone = 'plain', fades = tone === 'plain', report = false, reopen = false, again = false } = {}) =>
        set({ message: { text, tone, fades, report, reopen, again } }),
      clearMessage: () => set({ message: null }),
      startReading: (one) => {
        set(({ reading }) => ({ reading: [...reading, one], message: null }));
        return () => set(({ reading }) => ({ reading: reading.filter((other) => other !== one) }));
      },
      refuse: (refused) => set({ refused, message: null }),
      putRefusedAway: () => set({ refused: null }),
    },
  }));
}
