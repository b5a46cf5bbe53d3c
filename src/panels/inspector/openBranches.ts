import type { Path } from '../../engine/model/path.ts';
import type { StateEntry } from '../../worker/protocol.ts';
import { keyOf } from '../entryLines.ts';
import { isBookkeeping } from './bookkeeping.ts';

/** The branches that must be open for a path to be visible. */
export const openedBy = (path: Path | null): readonly string[] =>
  path === null ? [] : path.slice(0, -1).map((_, index) => keyOf(path.slice(0, index + 1)));

/** A longer list would push its neighbours out of view if it opened automatically. */
const longestList = 8;

/** The changed entries that are worth opening. */
export const changedBranches = (entries: readonly StateEntry[]): readonly StateEntry[] =>
  entries.filter(
    ({ path, changed, size, preview }) =>
      changed && size !== null && size > 0 && !isBookkeeping(path) && (preview.type === 'map' || size <= longestList),
  );
