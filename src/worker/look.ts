import { pacedSteps, unhurried, type Pace } from '../base/pace.ts';
import { err, type Result } from '../base/result.ts';
import type { Problem } from '../engine/model/problem.ts';
import type { SystemId } from '../engine/model/session.ts';
import type { ImporterName, OpenText } from '../engine/opening/open-text.ts';
import { type Grown, noSuchEntry, openingEntry, type OpenSession, withTurns } from '../engine/opening/open-session.ts';
import { loadSystem } from '../engine/systems/load-system.ts';
import type { OpenArchive } from '../engine/opening/archives/archived.ts';

/** Sessions that are listed, and made on request: of a text, of an archive's files, or a run. */
export interface Look {
  readonly importer: ImporterName;
  readonly entries: readonly { readonly title: string; readonly system: SystemId }[];
  session(entry: number, pace?: Pace): Promise<Result<OpenSession, Problem>>;
}

/** The sessions of a text, made again at each request. `grown`: set for a live source, whose sessions grow. */
export const lookAt = (text: OpenText, grown?: (entry: number) => Grown): Look => ({
  importer: text.importer,
  entries: text.entries,
  session: (entry, pace) => openedEntry(text, entry, pace, grown?.(entry)),
});

/** The sessions in an archive, each from its own file. */
export const lookInto = ({ importer, entries }: OpenArchive): Look => ({
  importer,
  entries,
  async session(entry, pace) {
    const listed = entries[entry];
    if (listed === undefined) return err(noSuchEntry(entry, entries.length));
    const opened = await listed.open();
    return opened.ok ? openedEntry(opened.value.text, opened.value.index, pace) : opened;
  },
});

export const lookAtRun = (run: OpenSession): Look => ({
  importer: run.importer,
  entries: [{ title: run.session.header.title, system: run.session.system }],
  session: async () => ({ ok: true, value: run }),
});

async function openedEntry(
  text: OpenText,
  entry: number,
  pace: Pace = unhurried,
  grown?: Grown,
): Promise<Result<OpenSession, Problem>> {
  const system = await loadSystem(text.entries[entry]?.system ?? 'task');
  const opened = await pacedSteps(
    openingEntry(text, entry, () => system, grown),
    pace,
  );
  // A session without turns is acceptable among others.
  return opened.ok && text.entries.length === 1 ? withTurns(opened.value) : opened;
}
