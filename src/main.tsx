import { notifyManager, QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { App } from './app/App.tsx';
import { chooseFirst } from './app/shown.ts';
import { followTheme } from './app/theme.ts';
import { addressedIn, addressedKey } from './services/addressed.ts';
import { createEngine } from './services/engine/client.ts';
import { spawnWorker } from './services/engine/spawn-worker.ts';
import { EngineContext } from './services/engine/useEngine.ts';
import { favourKeys, inNextFrame } from './services/frames.ts';
import { createNoticeStore } from './state/notices.ts';
import { keepPolicy, keptPolicy } from './state/keptPolicy.ts';
import { keepPreferences, keptCoverage, keptInlineValues, keptIntro, keptTheme } from './state/preferences.ts';
import { storageOf, tabStorageOf } from './state/storage.ts';
import { type LinkedView, notKept, openable, readLink, restoreAddress, syncAddress } from './state/url.ts';
import { NoticeContext } from './state/useNotices.ts';
import { ViewContext } from './state/useView.ts';
import { hasGrowing } from './state/view/sessions.ts';
import { createViewStore } from './state/view.ts';
import { ErrorBoundary } from './ui/ErrorBoundary.tsx';
import './ui/base.ts';

const engine = createEngine(spawnWorker);
const queries = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false } } });
const notices = createNoticeStore();
const storage = storageOf(window);
const tabStorage = tabStorageOf(window);
const isReload = performance
  .getEntriesByType('navigation')
  .some((one) => one instanceof PerformanceNavigationTiming && one.type === 'reload');
restoreAddress(window, tabStorage, isReload);
const linked = readLink(window.location.hash);
const addressed = addressedIn(window.location.search);
const opened = openable(
  linked,
  addressed.map(({ source }) => source),
);
// The recording of the address is what the page was opened for, unless its link shows another session.
const [first] = addressed;
const start: LinkedView =
  first === undefined || linked.session !== null
    ? opened
    : { ...opened, session: { kind: 'source', source: first.source, entry: 0 } };
const { rule: ownRule, ...place } = start;
const view = createViewStore({
  ...place,
  ownRule,
  ...keptPolicy(tabStorage, start),
  theme: keptTheme(storage),
  inlineValues: keptInlineValues(storage),
  coverage: keptCoverage(storage),
  hasIntro: keptIntro(storage),
});

// Show an answer in the task that received it, because an answer may lead to the next question. While a session grows
// there are too many of them: the page is drawn once a frame, and after a key at once.
favourKeys(window);
notifyManager.setScheduler((job) => (hasGrowing(view.getState()) ? inNextFrame : queueMicrotask)(job));
followTheme(view, window);
keepPreferences(view, storage);
keepPolicy(view, tabStorage, window, ({ name }) =>
  notices
    .getState()
    .actions.notify(`The browser has no room to keep ${name} across a reload. Save the policy as a file.`, {
      tone: 'failure',
    }),
);
syncAddress(view, window, tabStorage);
if (opened !== linked) notices.getState().actions.notify(notKept, { fades: false });
if (addressed.length > 0) {
  const deps = { engine: engine.client, queries, view, notices, session: null };
  void queries.prefetchQuery({
    queryKey: addressedKey,
    queryFn: async () => (await import('./app/openAddressed.ts')).openAddressed(deps, addressed, window.location.href),
    staleTime: Infinity,
    gcTime: Infinity,
  });
}
// If the samples fail to load, the list of sessions reports it.
chooseFirst(queries, view).catch(() => undefined);
engine.onReplaced(({ message }) => notices.getState().actions.notify(message, { tone: 'failure', retry: true }));
Object.assign(window, { inspector: { engine: engine.client, view, queries } });

if (window.opener !== null || window.parent !== window) {
  import('./app/otherPages.ts')
    .then(({ receiveFromPages }) =>
      receiveFromPages({ engine: engine.client, queries, view, notify: notices.getState().actions.notify }),
    )
    // Without a server that receives live sessions, nothing can arrive.
    .catch(() => undefined);
}

const root = document.getElementById('root');
if (root === null) throw new Error('index.html has no #root');
createRoot(root).render(
  <StrictMode>
    <EngineContext value={engine.client}>
      <QueryClientProvider client={queries}>
        <ViewContext value={view}>
          <NoticeContext value={notices}>
            <ErrorBoundary name="The page">
              <App />
            </ErrorBoundary>
          </NoticeContext>
        </ViewContext>
      </QueryClientProvider>
    </EngineContext>
  </StrictMode>,
);
