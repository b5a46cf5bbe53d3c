import type { QueryClient } from '@tanstack/react-query';
import { systems } from '../../engine/systems/registry.ts';
import { sessionQuery } from '../../services/engine/queries.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import type { ViewStore } from '../../state/view.ts';
import { type EngineClient, ProblemError } from '../../worker/connect.ts';
import type { SessionOutline, SourceId } from '../../worker/protocol.ts';
import type { RunOpened } from '../../worker/run-protocol.ts';

/** The source id of a run, from the id of its session. */
export const sourceOf = ({ ref }: SessionOutline): SourceId => ref.id.split(':', 1)[0] ?? '';

/** A run as an entry in the list of sessions. It has no file, so its system is named instead. */
const listed = ({ title, system, ...outline }: SessionOutline) => ({
  name: systems.find(({ id }) => id === system)?.title ?? system,
  opened: {
    source: sourceOf({ title, system, ...outline }),
    importer: 'run',
    importerTitle: 'Run',
    bytes: 0,
    sessions: [{ title, system }],
  },
});

/** Adds a new run to the open sessions and shows it at its newest turn. `isOwn`: it holds only what the user wrote. */
export function showRun(
  { engine, queries, view }: { readonly engine: EngineClient; readonly queries: QueryClient; readonly view: ViewStore },
  { source, session }: RunOpened,
  isOwn: boolean,
) {
  queries.setQueryData(sessionQuery(engine, source, 0).queryKey, session);
  const { actions } = view.getState();
  actions.addSource({ ...listed(session), ...(isOwn && { isOwn }) }, Math.max(0, session.turns - 1));
}

/** Updates the run's title in the list of sessions, which has it from when the run was opened. */
export function renamed(view: ViewStore, outline: SessionOutline) {
  const now = listed(outline);
  const isIt = ({ opened }: OpenSource) => opened.source === now.opened.source;
  const { sources, actions } = view.getState();
  actions.restore({ sources: sources.map((one) => (isIt(one) ? { ...one, ...now } : one)) });
}

/** The message of a problem. Rethrows bugs. */
export function failureText(cause: unknown): string {
  if (cause instanceof ProblemError) return cause.problem.message;
  throw cause;
}
