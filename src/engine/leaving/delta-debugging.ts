import { giveWay, type Pace } from '../../base/pace.ts';

/** How much work a search may be. */
export interface Effort {
  /** Tries left. Each opens a session. */
  tries: number;
  /** Events left in all tries. */
  events: number;
}

/**
 * A part of the items that is enough and from which no single one can be left out, or what is left of them when the effort
 * is spent (delta debugging, Zeller and Hildebrandt 2002). All items together must be enough.
 */
export async function smallest<T>(
  items: readonly T[],
  isEnough: (kept: readonly T[]) => Promise<boolean>,
  effort: Effort,
  pace: Pace,
): Promise<readonly T[]> {
  let kept = items;
  let isSmaller = true;
  for (let size = items.length; size >= 1 && kept.length > 0;) {
    isSmaller = false;
    for (let from = 0; from < kept.length;) {
      if (effort.tries <= 0 || effort.events <= 0) return kept;
      effort.tries--;
      const without = kept.toSpliced(from, size);
      if (await isEnough(without)) {
        kept = without;
        isSmaller = true;
      } else from += size;
      await giveWay(pace);
    }
    // An item may be needed only by one that was left out after it.
    if (size > 1 || !isSmaller) size = size === 1 ? 0 : Math.ceil(size / 2);
  }
  return kept;
}
