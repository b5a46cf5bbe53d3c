import type { Engine } from '../../services/engine/client.ts';
import type { Keeping, Listed } from '../../services/keeping/keeping.ts';
import { openKept } from '../../services/keeping/sessions.ts';
import { takeWorkspace, type Tab, type Workspace } from '../../services/keeping/workspaces.ts';
import { type LinkedView, openable } from '../../state/url.ts';
import type { View } from '../../state/view.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { SourceId } from '../../worker/protocol.ts';
import { viewOf } from './workspaceOf.ts';

/** What the page shows first. */
export interface Begin {
  /** Of the workspace. */
  readonly id: string;
  readonly view: Partial<View>;
  /** The view comes from a workspace, and not from the address. */
  readonly isRestored: boolean;
  /** The session that was shown was not kept. */
  readonly isShownGone: boolean;
  /** What could not be opened again, in a sentence each. */
  readonly failures: Promise<readonly string[]>;
}

/** What the page's address names. */
export interface Address {
  readonly link: LinkedView;
  /** Recordings that the page reads from their own addresses. */
  readonly sources: readonly SourceId[];
}

/** A page does not wait longer for its storage: it starts without, and what was kept stays untouched. */
const longestWaitMs = 3000;

/** Takes the workspace of this tab and begins to open its sessions again, before the page is drawn. */
export async function begin(
  { engine, keeping, tab }: { readonly engine: Engine; readonly keeping: Keeping; readonly tab: Tab },
  address: Address,
): Promise<Begin> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestWaitMs);
  });
  const taken = await Promise.race([takeWorkspace(keeping, tab), late]);
  clearTimeout(timer);
  const workspace = taken?.workspace ?? null;
  const id = taken?.id ?? tab.makeId();
  if (workspace === null) {
    const { view, isShownGone } = ofAddress(address);
    const earlier = await carriedOver(tab.storage, address.link);
    return { id, view: { ...view, ...earlier }, isRestored: false, isShownGone, failures: Promise.resolve([]) };
  }
  const { sources, failures } = await sourcesOf(engine, keeping, workspace);
  const place = openable(workspace, [...address.sources, ...sources.map(({ opened }) => opened.source)]);
  const view = { ...viewOf(workspace), session: place.session, turn: place.turn, sources };
  return { id, view, isRestored: true, isShownGone: place !== workspace, failures };
}

/** The recording of the address is what the page was opened for, unless its link shows another session. */
function ofAddress({ link, sources }: Address): Pick<Begin, 'view' | 'isShownGone'> {
  const opened = openable(link, sources);
  const [source] = sources;
  const start: LinkedView =
    source === undefined || link.session !== null
      ? opened
      : { ...opened, session: { kind: 'source', source, entry: 0 } };
  const { rule: ownRule, ...place } = start;
  return { view: { ...place, ownRule }, isShownGone: opened !== link };
}

/** What an earlier version of the page kept in the storage of this tab. */
async function carriedOver(storage: Tab['storage'], { rule }: LinkedView): Promise<Partial<View>> {
  if (earlierKeys.every((key) => storage.getItem(key) === null)) return {};
  return (await import('./earlier.ts')).carriedOver(storage, rule);
}

const earlierKeys = ['contextscope/policy', 'contextscope/marks'];

/** The kept sessions as entries in the list, while the engine opens them one after the other, the shown one first. */
async function sourcesOf(
  engine: Engine,
  keeping: Keeping,
  { sessions, session }: Workspace,
): Promise<{ readonly sources: readonly OpenSource[]; readonly failures: Promise<readonly string[]> }> {
  const found = await Promise.all(
    sessions.map(async ({ source, kept }) => ({ source, record: await keeping.get('session', kept) })),
  );
  // One that was removed from this device meanwhile is gone from the list.
  const known = found.flatMap(({ source, record }) => (record === null ? [] : [{ source, record }]));
  const shown = session?.kind === 'source' ? session.source : null;
  const order = known.toSorted((a, b) => Number(b.source === shown) - Number(a.source === shown));
  let before: Promise<unknown> = Promise.resolve();
  const failures = order.map(({ source, record }) => {
    const opening = engine.reopen(source, async (client) => {
      await before;
      await openKept({ engine: client, keeping }, record, source);
    });
    before = opening.catch(() => undefined);
    return opening.then(() => [], failureOf(record));
  });
  return {
    sources: known.map(({ source, record }) => openedAgain(source, record)),
    failures: Promise.all(failures).then((all) => all.flat()),
  };
}

const openedAgain = (source: SourceId, { id, value: { name, opened } }: Listed<'session'>): OpenSource => ({
  name,
  opened: { ...opened, source },
  kept: id,
});

const failureOf =
  ({ value: { name } }: Listed<'session'>) =>
  (cause: unknown): readonly string[] => {
    if (!(cause instanceof ProblemError)) throw cause;
    return [`${name} was kept, but could not be opened again. ${cause.problem.message}`];
  };
