import type { QueryClient } from '@tanstack/react-query';
import type { NoticeStore } from '../state/notices.ts';
import type { ShownSession } from '../state/useSession.ts';
import type { ViewStore } from '../state/view.ts';
import type { EngineClient } from '../worker/connect.ts';

/** What it takes to open a text. */
export interface OpeningDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  readonly notices: NoticeStore;
  /** Null until the first session is open. */
  readonly session: ShownSession | null;
}
