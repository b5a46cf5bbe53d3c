import type { Path } from '../../engine/model/path.ts';
import type { StateEntry } from '../../worker/protocol.ts';
import { isBookkeeping } from './bookkeeping.ts';

/** A path as the key of a map: `1` and `"1"` are different paths. */
export const keyOf = (path: Path): string => JSON.stringify(path);

/** Only for keys made by `keyOf`. */
export const pathOf = (key: string): Path => JSON.parse(key) as Path;

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

export interface StateLine {
  readonly id: string;
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly open: boolean | null;
  readonly entry: StateEntry;
}

/** The visible lines of the state tree, from the answers for the root and for every open branch. */
export function stateLines(entriesAt: ReadonlyMap<string, readonly StateEntry[] | undefined>): readonly StateLine[] {
  const lines: StateLine[] = [];
  const familyOf = (path: Path) => {
    const entries = entriesAt.get(keyOf(path)) ?? [];
    return entries
      .map((entry, index): StateLine => {
        const id = keyOf(entry.path);
        const open = entry.size === null || entry.size === 0 ? null : entriesAt.has(id);
        return { id, level: path.length + 1, place: index + 1, siblings: entries.length, open, entry };
      })
      .toReversed();
  };

  // An explicit stack, because values may be nested thousands of levels deep.
  const waiting = familyOf([]);
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    lines.push(line);
    if (line.open === true) waiting.push(...familyOf(line.entry.path));
  }
  return lines;
}
