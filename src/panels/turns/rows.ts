import type { NodeOutline } from '../../worker/protocol.ts';
import { blockOf } from '../../services/rowBlocks.ts';

/** The blocks of rows that the rows in sight, and the cursor's, lie in. */
export function blocksOf(
  sight: { readonly from: number; readonly to: number },
  cursor: number,
  total: number,
  turnAt: (index: number) => number,
): readonly number[] {
  const blocks = new Set([blockOf(cursor)]);
  for (let index = sight.from; index < Math.min(sight.to, total); index++) blocks.add(blockOf(turnAt(index)));
  return [...blocks].toSorted((a, b) => a - b);
}

/** Place of `turn` among ascending turns, or of the last one before it; null when all come later. */
export function nearest(turns: readonly number[], turn: number): number | null {
  let low = 0;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turns[middle] ?? 0) <= turn) low = middle + 1;
    else high = middle;
  }
  return low === 0 ? null : low - 1;
}

/** How many contexts each context was derived through. */
export function depthsOf(nodes: readonly NodeOutline[]): ReadonlyMap<string, number> {
  const depths = new Map<string, number>();
  // Parents come before the contexts derived from them; one that does not counts as a root.
  for (const { id, parent } of nodes) depths.set(id, parent === null ? 0 : (depths.get(parent) ?? -1) + 1);
  return depths;
}
