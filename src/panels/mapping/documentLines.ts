import type { Path } from '../../engine/model/path.ts';
import type { StateEntry } from '../../worker/protocol.ts';

/** A path as the key of a map: `1` and `"1"` are different paths. */
export const keyOf = (path: Path): string => JSON.stringify(path);

/** Only for keys made by `keyOf`. */
export const pathOf = (key: string): Path => JSON.parse(key) as Path;

export interface DocumentLine {
  readonly id: string;
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly open: boolean | null;
  readonly entry: StateEntry;
}

/** The visible lines of the document, from the answers for its root and for every open branch. */
export function documentLines(
  entriesAt: ReadonlyMap<string, readonly StateEntry[] | undefined>,
): readonly DocumentLine[] {
  const lines: DocumentLine[] = [];
  const familyOf = (path: Path) => {
    const entries = entriesAt.get(keyOf(path)) ?? [];
    return entries
      .map((entry, index): DocumentLine => {
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
