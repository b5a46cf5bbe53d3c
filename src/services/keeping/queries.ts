import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { SessionId, SessionRef } from '../../engine/model/session.ts';
import type { EngineClient } from '../../worker/connect.ts';
import type { KindName } from './kinds/registry.ts';
import type { Keeping } from './keeping.ts';
import type { NoteOwner, SessionNotes } from './notes.ts';
import { savedSettings } from './settings.ts';

/** What is kept is on this device: it is there without a network. */
const local = { staleTime: Infinity, retry: false, networkMode: 'always' } as const;

const keyOf = (kind: string) => ['kept', kind] as const;

/** The records of a kind, the one that changed last first. */
export const keptQuery = <K extends KindName>(keeping: Keeping, kind: K) =>
  queryOptions({ ...local, queryKey: keyOf(kind), queryFn: () => keeping.list(kind) });

export const keepingSettingsQuery = (keeping: Keeping) =>
  queryOptions({ ...local, queryKey: [...keyOf('settings'), 'all'], queryFn: () => savedSettings(keeping) });

/** Of one workspace, the earliest first. */
export const revisionsQuery = (keeping: Keeping, workspace: string) =>
  queryOptions({
    ...local,
    queryKey: [...keyOf('revisions'), workspace],
    queryFn: async () => (await keeping.get('revisions', workspace))?.value.revisions ?? [],
  });

export const setAsideQuery = (keeping: Keeping) =>
  queryOptions({ ...local, queryKey: keyOf('set-aside'), queryFn: () => keeping.setAside() });

const noteKey = (session: SessionId) => [...keyOf('note'), session] as const;

/** The notes on a session. Their code loads when the first session is shown. */
export const userNotesQuery = (engine: EngineClient, keeping: Keeping, session: SessionRef, owner: NoteOwner) =>
  queryOptions({
    ...local,
    queryKey: [...noteKey(session.id), owner],
    queryFn: async () => (await import('./notes.ts')).notesOf({ engine, keeping }, session, owner),
  });

/** The notes that the panels show of a session; undefined until they are there. */
export const shownNotes = (queries: QueryClient, { id }: SessionRef): SessionNotes | undefined =>
  queries.getQueriesData<SessionNotes>({ queryKey: noteKey(id) })[0]?.[1];

/** How much room the page's data take, and how much there may be; null where the browser does not say. */
export const roomQuery = () =>
  queryOptions({
    ...local,
    queryKey: [...keyOf('session'), 'room'],
    queryFn: async () => {
      // Without TLS, a page from another machine has no storage manager.
      const storage = (navigator as Partial<Navigator>).storage;
      const { usage, quota } = (await storage?.estimate()) ?? {};
      return usage === undefined || quota === undefined ? null : { usage, quota };
    },
  });

/** Answers follow the records, also those that another tab changes. */
export function followKept(keeping: Keeping, queries: QueryClient): () => void {
  return keeping.onChange((kind) => {
    // A query that nothing shows runs again when something does.
    void queries.invalidateQueries({ queryKey: keyOf(kind) });
  });
}
