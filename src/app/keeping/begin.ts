import type { Engine } from '../../services/engine/client.ts';
import type { Keeping } from '../../services/keeping/keeping.ts';
import { takeWorkspace, type Tab } from '../../services/keeping/workspaces.ts';
import { type LinkedView, openable } from '../../state/url.ts';
import type { View } from '../../state/view.ts';
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

const readLate =
  'This device is so busy that the page began without what you worked on before. It is kept: reload the page to see it.';

/** Takes the workspace of this tab and begins to open its sessions again, before the page is drawn. */
export async function begin(
  { engine, keeping, tab }: { readonly engine: Engine; readonly keeping: Keeping; readonly tab: Tab },
  address: Address,
): Promise<Begin> {
  let timer: ReturnType<typeof setTimeout> | undefined;
  const late = new Promise<null>((resolve) => {
    timer = setTimeout(() => resolve(null), longestWaitMs);
  });
  const taking = takeWorkspace(keeping, tab);
  const taken = await Promise.race([taking, late]);
  clearTimeout(timer);
  const workspace = taken?.workspace ?? null;
  const id = taken?.id ?? tab.makeId();
  if (workspace === null) {
    const { view, isShownGone } = ofAddress(address);
    const earlier = await carriedOver(tab.storage, address.link);
    // It was not there in time, and is what a reload of this tab takes.
    const failures = taken === null ? taking.then((found) => (found.workspace === null ? [] : [readLate])) : [];
    return { id, view: { ...view, ...earlier }, isRestored: false, isShownGone, failures: Promise.resolve(failures) };
  }
  const { sources, failures } =
    workspace.sessions.length === 0
      ? { sources: [], failures: Promise.resolve([]) }
      : await (await import('./reopenSessions.ts')).reopenSessions({ engine, keeping }, workspace);
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
  const { rule: ownRule, baseline: ownBaseline, ...place } = start;
  return { view: { ...place, ownRule, ownBaseline }, isShownGone: opened !== link };
}

/** What an earlier version of the page kept in the storage of this tab. */
async function carriedOver(storage: Tab['storage'], { rule }: LinkedView): Promise<Partial<View>> {
  if (earlierKeys.every((key) => storage.getItem(key) === null)) return {};
  return (await import('./earlier.ts')).carriedOver(storage, rule);
}

const earlierKeys = ['contextscope/policy', 'contextscope/marks'];
