import type { Path } from '../engine/model/path.ts';
import { type NodeLine, visibleLines } from '../ui/treeLines.ts';
import type { StateEntry } from '../worker/protocol.ts';

/** A path as the key of a map: `1` and `"1"` are different paths. */
export const keyOf = (path: Path): string => JSON.stringify(path);

/** Only for keys made by `keyOf`. */
export const pathOf = (key: string): Path => JSON.parse(key) as Path;

/** The visible lines of a tree of values, from the answers for its root and for every open branch. */
export function entryLines(
  entriesAt: ReadonlyMap<string, readonly StateEntry[] | undefined>,
): readonly NodeLine<StateEntry>[] {
  const entriesOf = (path: Path) => entriesAt.get(keyOf(path)) ?? [];
  return visibleLines(entriesOf([]), ({ path, size }) => {
    const id = keyOf(path);
    const open = size === null || size === 0 ? null : entriesAt.has(id);
    return { id, open, inside: () => entriesOf(path) };
  });
}
