import { ok, type Result } from '../../../base/result.ts';
import type { Problem } from '../../model/problem.ts';
import type { ReadSession, SessionEntry } from '../importer.ts';

type Opened = Result<ReadSession, Problem>;

/** The same entry with another session: notes are added, or places begin somewhere else. It is made in as many steps. */
export function changedEntry(entry: SessionEntry, change: (read: ReadSession) => ReadSession): SessionEntry {
  const changed = (opened: Opened): Opened => (opened.ok ? ok(change(opened.value)) : opened);
  const { opening, ...rest } = entry;
  const open = () => changed(entry.open());
  if (opening === undefined) return { ...rest, open };
  return {
    ...rest,
    open,
    *opening() {
      return changed(yield* opening());
    },
  };
}
