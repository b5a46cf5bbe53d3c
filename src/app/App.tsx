import { keepPreviousData, useQuery, useQueryClient } from '@tanstack/react-query';
import { lazy, Suspense, useEffect, useMemo, useState, useSyncExternalStore } from 'react';
import { readPolicyQuery } from '../services/engine/queries.ts';
import { useEngine } from '../services/engine/useEngine.ts';
import { useKeeping } from '../services/keeping/useKeeping.ts';
import { useNoticeStore } from '../state/useNotices.ts';
import { DeclaredContext, HeldBackContext, SessionContext, type ShownSession } from '../state/useSession.ts';
import { useView, useViewStore } from '../state/useView.ts';
import { suggestingSession } from '../state/view/compare.ts';
import { ruleInEditor } from '../state/view/rule.ts';
import styles from './App.module.css';
import type { CommandContext } from './commandContext.ts';
import { CalmCursor } from './CalmCursor.tsx';
import { CalmSession } from './CalmSession.tsx';
import { Dialogs } from './Dialogs.tsx';
import { Intro } from './Intro.tsx';
import { Messages } from './Messages.tsx';
import { NarrowLayout } from './NarrowLayout.tsx';
import { pageOf } from './page.ts';
import { reportFailures } from './run.ts';
import { showWhenOpen, shownQuery } from './shown.ts';
import { TopBar } from './TopBar.tsx';
import { takeFiles, useIntake } from './useIntake.ts';
import { useKeys } from './useKeys.ts';
import { useNarrow } from '../ui/useNarrow.ts';
import { WideLayout } from './WideLayout.tsx';

const Specimens = lazy(async () => ({ default: (await import('./specimens/Specimens.tsx')).Specimens }));

const RevisionKeeper = lazy(async () => ({ default: (await import('./RevisionKeeper.tsx')).RevisionKeeper }));

const PolicyKeeper = lazy(async () => ({ default: (await import('./PolicyKeeper.tsx')).PolicyKeeper }));

export function App() {
  const specimens = useHash().startsWith('#/specimens');
  return specimens ? (
    <Suspense>
      <Specimens />
    </Suspense>
  ) : (
    <Workbench />
  );
}

const none: readonly string[] = [];

function Workbench() {
  const engine = useEngine();
  const queries = useQueryClient();
  const view = useViewStore();
  const notices = useNoticeStore();
  const keeping = useKeeping();
  const choice = useView((state) => state.session);
  const isOpening = useView((state) => state.opening !== null);
  // The store.
  useEffect(() => showWhenOpen(engine, queries, view), [engine, queries, view]);
  // One that is removed stays until the next one is open, so that nothing jumps.
  const shown = useQuery({ ...shownQuery(engine, queries, choice), placeholderData: keepPreviousData });
  const suggesting = useQuery(shownQuery(engine, queries, useView(suggestingSession))).data;
  const { session, heldBack } = usePausable(useSuggestedBy(suggesting, shown.data ?? null));

  const hasRule = useView((state) => ruleInEditor(state) !== null);
  const policy = useView((state) => state.policy?.text);
  const read = useQuery({
    ...readPolicyQuery(engine, session?.outline.ref ?? null, policy ?? ''),
    enabled: policy !== undefined,
  });
  const declared = (policy === undefined ? undefined : read.data?.declared) ?? none;

  const page = useMemo(() => pageOf(document), []);
  const context = useMemo<CommandContext>(
    () => ({ engine, queries, view, notices, keeping, session, page, declared }),
    [engine, queries, view, notices, keeping, session, page, declared],
  );
  useKeys(context);
  const hovering = useIntake(context);
  const Layout = useNarrow() ? NarrowLayout : WideLayout;
  const failure = shown.error?.message ?? null;
  // The same element while the session grows: the panels alone follow it, and not the layout around them.
  const layout = useMemo(() => <Layout failure={failure} />, [Layout, failure]);

  return (
    <SessionContext value={session}>
      <DeclaredContext value={declared}>
        <HeldBackContext value={heldBack}>
          <div className={styles.app}>
            <TopBar context={context} />
            <Intro context={context} />
            {/* Busy: what is shown is still the session before. */}
            <main className={styles.main} aria-busy={isOpening || shown.isPlaceholderData}>
              <CalmSession>
                <CalmCursor>{layout}</CalmCursor>
              </CalmSession>
            </main>
            <input
              type="file"
              multiple
              hidden
              data-picker="session"
              aria-label="Session files"
              onChange={(event) => {
                reportFailures(takeFiles(context, [...(event.target.files ?? [])]), context);
                event.target.value = '';
              }}
            />
            {hovering && <div className={styles.drop}>Drop the file to open it. It stays on this machine.</div>}
            <Messages />
            <Dialogs context={context} />
            {hasRule && session !== null && (
              <Suspense>
                <RevisionKeeper />
              </Suspense>
            )}
            {policy !== undefined && session !== null && (
              <Suspense>
                <PolicyKeeper />
              </Suspense>
            )}
          </div>
        </HeldBackContext>
      </DeclaredContext>
    </SessionContext>
  );
}

/** The shown session with the rules that are suggested for another one. */
const useSuggestedBy = (suggesting: ShownSession | undefined, shown: ShownSession | null): ShownSession | null =>
  useMemo(() => {
    if (shown === null || suggesting === undefined || suggesting.outline.ref.id === shown.outline.ref.id) return shown;
    return { ...shown, starter: suggesting.starter, suggestions: suggesting.suggestions };
  }, [suggesting, shown]);

/** The session as it was when the user paused its view, and how many turns have come since. */
function usePausable(newest: ShownSession | null): {
  readonly session: ShownSession | null;
  readonly heldBack: number;
} {
  const engine = useEngine();
  const isPaused = useView((view) => view.isPaused);
  const [kept, setKept] = useState(newest);
  if (!isPaused && kept !== newest) setKept(newest);
  const session = isPaused ? kept : newest;
  const ref = session?.outline.ref;
  // The worker keeps the session of this revision, so that the panels can still query it.
  useEffect(() => {
    if (!isPaused || ref === undefined) return undefined;
    // A worker that died since then has nothing to keep.
    engine.hold({ session: ref }).catch(() => undefined);
    return () => void engine.release({ session: ref }).catch(() => undefined);
  }, [engine, isPaused, ref]);
  return { session, heldBack: (newest?.outline.turns ?? 0) - (session?.outline.turns ?? 0) };
}

const subscribe = (changed: () => void) => {
  window.addEventListener('hashchange', changed);
  return () => window.removeEventListener('hashchange', changed);
};

const useHash = (): string => useSyncExternalStore(subscribe, () => window.location.hash);
