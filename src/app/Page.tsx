import { type QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { EngineContext } from '../services/engine/useEngine.ts';
import type { Keeping } from '../services/keeping/keeping.ts';
import { KeepingContext, WorkspaceContext } from '../services/keeping/useKeeping.ts';
import type { NoticeStore } from '../state/notices.ts';
import { NoticeContext } from '../state/useNotices.ts';
import { ViewContext } from '../state/useView.ts';
import type { ViewStore } from '../state/view.ts';
import { ErrorBoundary } from '../ui/ErrorBoundary.tsx';
import type { EngineClient } from '../worker/connect.ts';
import { App } from './App.tsx';

interface PageProps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
  readonly notices: NoticeStore;
  readonly keeping: Keeping;
  /** The id under which this tab's work is kept. */
  readonly workspace: string;
}

/** The whole page, with all that its parts use. */
export const Page = ({ engine, queries, view, notices, keeping, workspace }: PageProps) => (
  <EngineContext value={engine}>
    <QueryClientProvider client={queries}>
      <ViewContext value={view}>
        <NoticeContext value={notices}>
          <KeepingContext value={keeping}>
            <WorkspaceContext value={workspace}>
              <ErrorBoundary name="The page">
                <App />
              </ErrorBoundary>
            </WorkspaceContext>
          </KeepingContext>
        </NoticeContext>
      </ViewContext>
    </QueryClientProvider>
  </EngineContext>
);
