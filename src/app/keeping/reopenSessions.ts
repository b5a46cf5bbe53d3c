import type { Engine } from '../../services/engine/client.ts';
import type { Keeping, Listed } from '../../services/keeping/keeping.ts';
import { openKept } from '../../services/keeping/sessions.ts';
import type { Workspace } from '../../services/keeping/workspaces.ts';
import type { OpenSource } from '../../state/view/sessions.ts';
import { ProblemError } from '../../worker/connect.ts';
import type { SourceId } from '../../worker/protocol.ts';

/** The kept sessions as entries in the list, while the engine opens them one after the other, the shown one first. */
export async function reopenSessions(
  { engine, keeping }: { readonly engine: Engine; readonly keeping: Keeping },
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
