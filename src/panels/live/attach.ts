import { CancelledError, type QueryClient } from '@tanstack/react-query';
import { sessionQuery } from '../../services/engine/queries.ts';
import { streamAddress } from '../../services/live.ts';
import { shownKey, type ShownSession } from '../../state/useSession.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import type { ViewStore } from '../../state/view.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';
import type { LiveReport } from '../../worker/live-protocol.ts';
import type { SessionOutline, SourceId } from '../../worker/protocol.ts';
import { followSession } from '../followSession.ts';

interface AttachDeps {
  readonly engine: EngineClient;
  readonly queries: QueryClient;
  readonly view: ViewStore;
}

/** Attaches to a stream of the server and follows it until its session is removed from the list. */
export async function attach(deps: AttachDeps, name: string): Promise<void> {
  const { engine, view } = deps;
  const address = streamAddress(name);
  const { source } = await engine.attach({ address, name });
  view.getState().actions.updateLive(listed(source, name, null));
  for (let since = 0; isListed(deps, source);) {
    try {
      const report = await engine.follow({ source, since });
      since = report.number;
      if (isListed(deps, source)) await show(deps, source, name, report);
    } catch (cause) {
      if (!(cause instanceof ProblemError)) throw cause;
      if (!isListed(deps, source)) return;
      // Its worker died: the server sends all records again.
      await engine.attach({ address, name, source });
      since = 0;
    }
  }
}

const isListed = ({ view }: AttachDeps, source: SourceId): boolean =>
  view.getState().sources.some(({ opened }) => opened.source === source);

const listed = (source: SourceId, name: string, report: LiveReport | null): OpenSource => ({
  name,
  opened: report?.opened ?? { source, importer: 'live', importerTitle: 'Live', bytes: 0, sessions: [] },
  ...(report !== null && { live: report }),
});

/** Shows the report, and the sessions of it that are on the screen. */
async function show(deps: AttachDeps, source: SourceId, name: string, report: LiveReport): Promise<void> {
  const { engine, queries, view } = deps;
  const next = listed(source, name, report);
  // Sessions that are on the screen grow; the others are read when they are chosen.
  for (const entry of next.opened.sessions.keys()) {
    const { queryKey } = sessionQuery(engine, source, entry);
    const before = queries.getQueryData(queryKey);
    if (before === undefined) continue;
    const outline = await engine.openSession({ source, entry });
    if (outline.ref.revision === before.ref.revision) continue;
    keepInSight(deps, source, entry, outline);
    // Nothing waits for the suggested rule.
    followSession(engine, queries, outline).catch((cause: unknown) => {
      if (!(cause instanceof CancelledError || cause instanceof ProblemError)) reportError(cause);
    });
  }
  view.getState().actions.updateLive(next);
}

/** The cursor stays at the newest turn, unless the user is looking elsewhere. */
function keepInSight({ queries, view }: AttachDeps, source: SourceId, entry: number, next: SessionOutline): void {
  const { session, turn, actions } = view.getState();
  if (session?.kind !== 'source' || session.source !== source || session.entry !== entry) return;
  const shown = queries.getQueryData<ShownSession>(shownKey(session));
  if (shown === undefined) return;
  const isAtEnd = turn === null || turn >= shown.outline.turns - 1;
  if (isAtEnd) actions.moveCursor(next.turns - 1);
}
