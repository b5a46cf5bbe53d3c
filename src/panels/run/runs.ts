import type { QueryClient } from '@tanstack/react-query';
import { systems } from '../../engine/systems/registry.ts';
import { answerTo } from '../../services/answerTo.ts';
import { sessionQuery, starterQuery } from '../../services/engine/queries.ts';
import { type ShownSession, shownKey } from '../../state/useSession.ts';
import type { OpenSource, SessionChoice } from '../../state/view/sessions.ts';
import type { ViewStore } from '../../state/view.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';
import type { SessionOutline, SourceId } from '../../worker/protocol.ts';
import type { RunOpened } from '../../worker/run-protocol.ts';

const choiceOf = (source: SourceId): SessionChoice => ({ kind: 'source', source, entry: 0 });

/** The source id of a run, from the id of its session. */
export const sourceOf = ({ ref }: SessionOutline): SourceId => ref.id.split(':', 1)[0] ?? '';

/** A run as an entry in the list of sessions. It has no file, so its system is named instead. */
const listed = ({ title, system, ...outline }: SessionOutline): OpenSource => ({
  name: systems.find(({ id }) => id === system)?.title ?? system,
  opened: {
    source: sourceOf({ title, system, ...outline }),
    importer: 'run',
    importerTitle: 'Run',
    bytes: 0,
    sessions: [{ title, system }],
  },
});

/** Adds a new run to the open sessions and shows it at its newest turn. */
export function showRun(engine: EngineClient, queries: QueryClient, view: ViewStore, { source, session }: RunOpened) {
  queries.setQueryData(sessionQuery(engine, source, 0).queryKey, session);
  const { actions } = view.getState();
  actions.addSource(listed(session));
  actions.moveCursor(session.turns - 1);
}

/** Updates the run's title in the list of sessions, which has it from when the run was opened. */
export function renamed(view: ViewStore, outline: SessionOutline) {
  const now = listed(outline);
  const isIt = ({ opened }: OpenSource) => opened.source === now.opened.source;
  view.getState().actions.restore({ sources: view.getState().sources.map((one) => (isIt(one) ? now : one)) });
}

/**
 * Shows the run's new session under the same choice. A rule is suggested as soon as the run has something to judge, and
 * then stays.
 */
export async function followRun(engine: EngineClient, queries: QueryClient, outline: SessionOutline) {
  queries.setQueryData(sessionQuery(engine, sourceOf(outline), 0).queryKey, outline);
  const key = shownKey(choiceOf(sourceOf(outline)));
  const before = queries.getQueryData<ShownSession>(key);
  if (before === undefined) return;
  const shown: ShownSession = { ...before, outline };
  queries.setQueryData(key, shown);
  if (before.starter !== null) return;
  const starter = await answerTo(queries, starterQuery(engine, outline.ref));
  queries.setQueryData<ShownSession>(key, (now) => (now?.outline === outline ? { ...now, starter } : now));
}

/** The message of a problem. Rethrows bugs. */
export function failureText(cause: unknown): string {
  if (cause instanceof ProblemError) return cause.problem.message;
  throw cause;
}
