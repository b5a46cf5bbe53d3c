import { queryOptions, type QueryClient } from '@tanstack/react-query';
import type { KindName } from './kinds/registry.ts';
import type { Keeping } from './keeping.ts';
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
