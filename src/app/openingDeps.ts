import type { QueryClient } from '@tanstack/react-query';
import type { NoticeStore } from '../state/notices.ts';
import type { ShownSession } from '../state/useSession.ts';
import type { ViewStore } from '../state/view.ts';
import type { EngineClient } from '../worker/connect.ts';

/** The dependencies of opening a text. */
export interface OpeningDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  readonly notices: NoticeStore;
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
