import type { QueryClient } from '@tanstack/react-query';
import type { PictureKind } from '../panels/SaveMenu.tsx';
import type { Keeping } from '../services/keeping/keeping.ts';
import type { NoticeStore } from '../state/notices.ts';
import type { ShownSession } from '../state/useSession.ts';
import type { ViewStore } from '../state/view.ts';
import type { EngineClient } from '../worker/connect.ts';

/** The state that commands read and change, the same that the panels show. */
export interface CommandContext extends OpeningDeps {
  readonly page: Page;
  /** Functions that the open policy declares. */
  readonly declared: readonly string[];
}

export type RunButton = 'restart' | 'step-back' | 'step-forward' | 'run-to-end';

/** The actions of commands on the page's elements. */
export interface Page {
  pickFile(): void;
  readClipboard(): Promise<string>;
  /** Moves the focus into a region, to its text box or list. */
  focusRegion(name: string): void;
  /** Moves the focus to this region if the focused element disappears with its own region. */
  keepFocus(name: string): void;
  /** The focus is in this region. */
  isIn(region: string): boolean;
  nextRegion(direction: 1 | -1): void;
  focusFilter(): void;
  /** Downloads a picture of the timeline; false if none is on the screen. */
  saveTimeline(kind: PictureKind): Promise<boolean>;
  /** Presses the button of a command; false if it is not on the screen. */
  press(button: RunButton): boolean;
}

/** The dependencies of opening a text. */
export interface OpeningDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  readonly notices: NoticeStore;
  /** For the user's mappings of unknown formats. */
  readonly keeping: Keeping;
  /** Null until the first session is open. */
  readonly session: ShownSession | null;
}

/** Shows that something is being read. Null if the user cancelled it. */
export async function whileReading<T>(
  { notices }: OpeningDeps,
  name: string,
  read: (signal: AbortSignal) => Promise<T>,
): Promise<T | null> {
  const wanted = new AbortController();
  const { startReading, notify } = notices.getState().actions;
  const isOver = startReading({ name, cancel: () => wanted.abort() });
  try {
    return await read(wanted.signal);
  } catch (cause) {
    if (!wanted.signal.aborted) throw cause;
    notify(`Cancelled: ${name} was not opened.`);
    return null;
  } finally {
    isOver();
  }
}
