import { notifyManager, QueryClient } from '@tanstack/react-query';
import { StrictMode } from 'react';
import { createRoot } from 'react-dom/client';
import { begin, type Begin } from './app/keeping/begin.ts';
import { keepWorkspace } from './app/keeping/keepWorkspace.ts';
import { Page } from './app/Page.tsx';
import { chooseFirst, openFirst } from './app/shown.ts';
import { applyTheme, followTheme } from './app/theme.ts';
import { loadSoon } from './panels/soon.ts';
import { type Addressed, addressedIn, addressedKey } from './services/addressed.ts';
import { createEngine } from './services/engine/client.ts';
import { spawnWorker } from './services/engine/spawn-worker.ts';
import { favourKeys, inNextFrame, onceDrawn, ownDrawing } from './services/frames.ts';
import { tabOf } from './services/keeping/browser.ts';
import { keeping } from './services/keeping/opened.ts';
import { followKept } from './services/keeping/queries.ts';
import { hasWorkspace } from './services/keeping/workspaces.ts';
import { atRest } from './services/offline/atRest.ts';
import { createNoticeStore } from './state/notices.ts';
import { keepPreferences, keptCoverage, keptInlineValues, keptIntro, keptTheme } from './state/preferences.ts';
import { storageOf, tabStorageOf } from './state/storage.ts';
import {
  isLink,
  linkedSource,
  linkTo,
  notKept,
  notOpen,
  type Packed,
  packedIn,
  readLink,
  syncAddress,
} from './state/url.ts';
import { hasGrowing } from './state/view/sessions.ts';
import { createViewStore } from './state/view.ts';
import { rememberNotLoaded } from './ui/notLoaded.ts';
import './ui/base.ts';

/** Drawing the page once, with its session, is quicker than drawing it before and after, if the session comes this soon. */
const longestBlank = () => new Promise<void>((resolve) => setTimeout(resolve, 200));

rememberNotLoaded(window);
const engine = createEngine(spawnWorker);
const queries = new QueryClient({ defaultOptions: { queries: { refetchOnWindowFocus: false, retry: false } } });
const notices = createNoticeStore();
const storage = storageOf(window);
const tabStorage = tabStorageOf(window);
applyTheme(keptTheme(storage), window);
const addressed = addressedIn(window.location.search);
const tab = tabOf(window, tabStorage, isLink(window.location.hash) || addressed.length > 0);
const packed = packedIn(window.location.hash);
const address = {
  link: readLink(window.location.hash),
  sources: [
    ...addressed.map(({ source }) => source),
    ...(packed.session === null ? [] : [linkedSource(packed.session)]),
  ],
};
// A tab that had nothing yet shows the first sample, as a rule: the engine reads it while the database opens.
const opensSample = address.sources.length === 0 && address.link.session === null && !hasWorkspace(tab);
// All that this page shows is drawn at once.
if (!opensSample) loadSoon();
// If the samples fail to load, the list of sessions reports it.
const opening = opensSample ? openFirst(engine.client, queries).catch(() => undefined) : null;
// Not awaited here: a script that loads meanwhile may import this one.
begin({ engine, keeping, tab }, address)
  .then(async (start) => {
    if (opening !== null && !start.isRestored) await Promise.race([opening, longestBlank()]);
    show(start);
  })
  .catch((cause: unknown) => reportError(cause));

function show(start: Begin): void {
  const view = createViewStore({
    ...start.view,
    theme: keptTheme(storage),
    inlineValues: keptInlineValues(storage),
    coverage: keptCoverage(storage),
    hasIntro: keptIntro(storage),
    linkedSession: packed.session,
  });

  // Show an answer in the task that received it, because an answer may lead to the next question. While a session grows
  // there are too many of them: the page is drawn once a frame, and after a key at once. The same holds until the first
  // drawing is on the screen, which would otherwise wait for what the first answers draw.
  favourKeys(window);
  let isDrawn = false;
  onceDrawn(() => {
    isDrawn = true;
    performance.mark(ownDrawing);
  });
  notifyManager.setScheduler((job) => (!isDrawn || hasGrowing(view.getState()) ? inNextFrame : queueMicrotask)(job));
  followTheme(view, window);
  keepPreferences(view, storage);
  const { notify } = notices.getState().actions;
  keepWorkspace(view, keeping, start.id, { window, storage: tabStorage, isStored: start.isRestored });
  keeping.onFault(({ message }) => notify(message, { tone: 'failure' }));
  if (start.isRestored) window.history.replaceState(null, '', linkTo(view.getState()));
  followKept(keeping, queries);
  const keepingDeps = { engine: engine.client, keeping, queries, view, notify };
  loadSoon();
  // Nothing is opened before the first session is on the screen.
  void Promise.all([import('./app/keeping/keepOpened.ts'), import('./app/keeping/askBeforeClosing.ts')]).then(
    ([{ keepOpened }, { askBeforeClosing }]) => {
      keepOpened(keepingDeps);
      askBeforeClosing(keepingDeps, window);
    },
  );
  const open = async (recordings: readonly Addressed[], carried: Packed) => {
    const deps = { engine: engine.client, queries, view, notices, keeping, session: null };
    const { openAddressed } = await import('./app/openAddressed.ts');
    return openAddressed(deps, { recordings, packed: carried, href: window.location.href });
  };
  // Another link that is opened in this tab, over the view that was here.
  syncAddress(view, window, {
    open: (link, carried) => {
      view.getState().actions.restore({ ...link, linkedSession: carried.session });
      open([], carried).catch((cause: unknown) => reportError(cause));
    },
    reportGone: () => notify(notOpen, { fades: false }),
  });
  if (start.isShownGone) notify(notKept, { fades: false });
  void start.failures.then((failures) => {
    if (failures.length > 0) notify(failures.join(' '), { tone: 'failure' });
  });
  if (address.sources.length > 0 || packed.policy !== null) {
    // A workspace has the policy of the link that it began with.
    const carried = start.isRestored ? { ...packed, policy: null } : packed;
    void queries.prefetchQuery({
      queryKey: addressedKey,
      queryFn: () => open(addressed, carried),
      staleTime: Infinity,
      gcTime: Infinity,
    });
  }
  // If the samples fail to load, the list of sessions reports it.
  chooseFirst(queries, view).catch(() => undefined);
  engine.onReplaced(({ message }) => notify(message, { tone: 'failure', retry: true }));
  Object.assign(window, { inspector: { engine: engine.client, view, queries } });

  if (window.opener !== null || window.parent !== window) {
    import('./app/otherPages.ts')
      .then(({ receiveFromPages }) => receiveFromPages({ engine: engine.client, queries, view, notify }))
      // Without a server that receives live sessions, nothing can arrive.
      .catch(() => undefined);
  }

  // Embedded pages belong to their host.
  if (import.meta.env.PROD && 'serviceWorker' in navigator && window.parent === window) {
    const tell = () => notify('A new version of this page is ready. Reload to use it.', { fades: false });
    // Hundreds of files keep a slow machine busy for a while.
    void atRest(window, view.subscribe)
      .then(() => import('./services/offline/keepPage.ts'))
      .then(({ keepPage }) => keepPage(tell))
      // A browser that forbids it does without.
      .catch(() => undefined);
  }

  const root = document.getElementById('root');
  if (root === null) throw new Error('index.html has no #root');
  createRoot(root).render(
    <StrictMode>
      <Page
        engine={engine.client}
        queries={queries}
        view={view}
        notices={notices}
        keeping={keeping}
        workspace={start.id}
      />
    </StrictMode>,
  );
}
