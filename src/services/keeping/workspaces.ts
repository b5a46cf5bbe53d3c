import type { Kept, KindName } from './kinds/registry.ts';
import { kinds } from './kinds/registry.ts';
import type { Keeping } from './keeping.ts';
import type { StoredRecord } from './store.ts';

export type Workspace = Kept<'workspace'>;

/** The workspace of a tab. Its value is null if nothing was done in it yet. */
export interface TakenWorkspace {
  readonly id: string;
  readonly workspace: Workspace | null;
}

/** The parts of a tab that decide which workspace it takes; tests pass their own. */
export interface Tab {
  readonly storage: Pick<Storage, 'getItem' | 'setItem' | 'removeItem'>;
  /** Undefined where the page is not from a secure address. */
  readonly locks: LockManager | undefined;
  readonly isReload: boolean;
  /** The address names what to show. */
  readonly isLink: boolean;
  readonly makeId: () => string;
}

const idKey = 'contextscope/workspace';
/** The workspace as it was when the page was left. A browser may end a page before the database has stored it. */
const leftKey = 'contextscope/left';

/** How long a page that is reloaded may still hold its workspace. */
const releaseMs = 1500;

const kind = 'workspace' satisfies KindName;

/** The tab had a workspace before. One without may still take another tab's, which only the database knows. */
export const hasWorkspace = ({ storage }: Pick<Tab, 'storage'>): boolean => storage.getItem(idKey) !== null;

/**
 * A reload takes the workspace of its tab again. A page opened by a link has a workspace of its own. Any other page takes
 * the one that changed last among those that no living tab holds.
 */
export async function takeWorkspace(keeping: Keeping, tab: Tab): Promise<TakenWorkspace> {
  const taken = await chooseWorkspace(keeping, tab);
  try {
    tab.storage.setItem(idKey, taken.id);
  } catch {
    // Without storage a reload begins anew.
  }
  return taken;
}

async function chooseWorkspace(keeping: Keeping, tab: Tab): Promise<TakenWorkspace> {
  const own = tab.storage.getItem(idKey);
  if (own !== null && (tab.isReload || !tab.isLink)) {
    const isHeld = await hold(tab.locks, own, releaseMs);
    const workspace = await latestOf(keeping, tab, own);
    // A duplicated tab works on a copy: the other one holds the original.
    if (isHeld || workspace !== null) return isHeld ? { id: own, workspace } : { ...(await madeNew(tab)), workspace };
  }
  if (tab.isLink || tab.locks === undefined) return madeNew(tab);
  for (const { id } of await keeping.list(kind)) {
    if (!(await hold(tab.locks, id, 0))) continue;
    // Its last tab may have changed it after the list was read.
    return { id, workspace: (await keeping.get(kind, id))?.value ?? null };
  }
  return madeNew(tab);
}

async function madeNew({ locks, makeId }: Tab): Promise<TakenWorkspace> {
  const id = makeId();
  await hold(locks, id, 0);
  return { id, workspace: null };
}

/** The stored one, or the one as it was when the page was left, whichever is newer. */
async function latestOf(keeping: Keeping, { storage }: Tab, id: string): Promise<Workspace | null> {
  const [stored, left] = await Promise.all([keeping.get(kind, id), readLeft(storage.getItem(leftKey), id)]);
  storage.removeItem(leftKey);
  if (left === null) return stored?.value ?? null;
  return stored !== null && stored.changed > left.changed ? stored.value : left.value;
}

async function readLeft(text: string | null, id: string) {
  try {
    // Checked below, field by field.
    const left = JSON.parse(text ?? 'null') as Partial<StoredRecord> | null;
    if (left?.id !== id) return null;
    const { checkedValue } = await import('./check.ts');
    const checked = await checkedValue(kind, left.version, left.value);
    return checked.ok ? { changed: left.changed ?? 0, value: checked.value } : null;
  } catch {
    // Another version of the page wrote something else there.
    return null;
  }
}

/** Writes down the workspace at once, for the moment when the page is left. */
export function leaveWorkspace(storage: Tab['storage'], id: string, value: Workspace, now: number): void {
  const left: StoredRecord = { kind, id, version: kinds[kind].version, changed: now, value };
  try {
    storage.setItem(leftKey, JSON.stringify(left));
  } catch {
    // No room for a long policy: what was stored a moment ago is used.
    storage.removeItem(leftKey);
  }
}

/** Holds a workspace until the page is gone; false if another tab holds it. */
function hold(locks: LockManager | undefined, id: string, waitMs: number): Promise<boolean> {
  if (locks === undefined) return Promise.resolve(true);
  return new Promise((resolve) => {
    const options: LockOptions = waitMs === 0 ? { ifAvailable: true } : { signal: AbortSignal.timeout(waitMs) };
    locks
      .request(`contextscope/workspace/${id}`, options, (lock) => {
        resolve(lock !== null);
        // The lock ends with the page.
        return lock === null ? null : new Promise(() => {});
      })
      .catch(() => resolve(false));
  });
}

/** Workspaces that are kept at most. Every page that a link opened has left one. */
const mostWorkspaces = 50;

/** Removes the oldest workspaces, if there are very many that no tab holds. */
export async function removeOldWorkspaces(keeping: Keeping, { locks }: Pick<Tab, 'locks'>): Promise<void> {
  const old = (await keeping.list(kind)).slice(mostWorkspaces);
  if (old.length === 0 || locks === undefined) return;
  const { held = [] } = await locks.query();
  const living = new Set(held.map(({ name = '' }) => name.slice(name.lastIndexOf('/') + 1)));
  const gone = old.flatMap(({ id }) => (living.has(id) ? [] : [id]));
  await keeping.remove(kind, gone);
  await keeping.remove('revisions', gone);
}
