import { createStore, type StoreApi } from 'zustand/vanilla';
import type { TurnIndex } from '../engine/model/history.ts';
import type { Path } from '../engine/model/path.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { UserNote } from '../engine/model/user-note.ts';

export type DialogId =
  | 'new-test'
  | 'keys'
  | 'palette'
  | 'settings'
  | 'report'
  | 'start-run'
  | 'decisions'
  | 'revisions'
  | 'attach'
  | 'compare'
  | 'findings'
  | 'given'
  | 'engines'
  | 'note'
  | 'notes'
  | 'export';

/** The latest message to the user, and the open dialog. There is at most one of each. */
export interface Notices {
  readonly dialog: DialogId | null;
  /** The session that the dialog *Share or save* is about. */
  readonly shared: SharedSession | null;
  /** The note that is being written. */
  readonly noted: NoteInWriting | null;
  readonly message: Message | null;
  /** A text that could not be opened, kept so that the user need not paste or pick it again. */
  readonly refused: RefusedText | null;
  /** The texts that are being read, the latest last. */
  readonly reading: readonly Reading[];
}

export interface SharedSession {
  readonly source: string;
  readonly entry: number;
}

export interface NoteInWriting {
  readonly turn: TurnIndex;
  /** Of the context state, where one may be meant. */
  readonly path: Path | null;
  /** The path is meant rather than the turn. */
  readonly isOnPath: boolean;
  /** The note that is changed; null for a new one. */
  readonly note: UserNote | null;
  /** What was written before the dialog closed. */
  readonly draft?: string;
}

export interface Reading {
  readonly name: string;
  readonly cancel: () => void;
}

export interface Message {
  readonly text: string;
  readonly tone: 'plain' | 'failure';
  /** Disappears by itself after a while. */
  readonly fades: boolean;
  /** Offers the import report. */
  readonly report: boolean;
  /** Offers to reopen the closed policy. */
  readonly reopen: boolean;
  /** Offers something else to do. */
  readonly offer: { readonly title: string; readonly run: () => void } | null;
  /** Offers to take back what the message reports. */
  readonly undo: (() => void) | null;
  /** Offers to map the fields of this text, which opened with an assumed mapping. */
  readonly map: RefusedText | null;
  /** Offers to repeat the questions that the engine did not answer. */
  readonly retry: boolean;
}

export interface RefusedText {
  readonly name: string;
  readonly text: string;
  readonly problem: Problem;
}

export interface NoticeActions {
  showDialog(dialog: DialogId): void;
  closeDialog(): void;
  /** Opens the dialog *Share or save* for a session. */
  share(session: SharedSession): void;
  /** Opens the dialog for a note. */
  writeNote(noted: NoteInWriting): void;
  /** By default a plain message fades and a failure stays. */
  notify(text: string, options?: Partial<Omit<Message, 'text'>>): void;
  clearMessage(): void;
  /** Shows an earlier message again in place of the latest one, or none. */
  restoreMessage(message: Message | null): void;
  /** Shows that something is being read, until the returned function is called. */
  startReading(reading: Reading): () => void;
  refuse(refused: RefusedText): void;
  putRefusedAway(): void;
}

export type NoticeState = Notices & { readonly actions: NoticeActions };
export type NoticeStore = StoreApi<NoticeState>;

export function createNoticeStore(): NoticeStore {
  return createStore<NoticeState>()((set) => ({
    dialog: null,
    shared: null,
    noted: null,
    message: null,
    refused: null,
    reading: [],
    actions: {
      showDialog: (dialog) => set({ dialog }),
      closeDialog: () => set({ dialog: null }),
      share: ({ source, entry }) => set({ dialog: 'export', shared: { source, entry } }),
      writeNote: (noted) => set({ dialog: 'note', noted }),
      notify: (
        text,
        {
          tone = 'plain',
          fades = tone === 'plain',
          report = false,
          reopen = false,
          offer = null,
          undo = null,
          map = null,
          retry = false,
        } = {},
      ) => set({ message: { text, tone, fades, report, reopen, offer, undo, map, retry } }),
      clearMessage: () => set({ message: null }),
      restoreMessage: (message) => set({ message }),
      startReading: (one) => {
        set(({ reading }) => ({ reading: [...reading, one], message: null }));
        return () => set(({ reading }) => ({ reading: reading.filter((other) => other !== one) }));
      },
      refuse: (refused) => set({ refused, message: null }),
      putRefusedAway: () => set({ refused: null }),
    },
  }));
}
