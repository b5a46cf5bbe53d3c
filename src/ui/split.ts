/**
 * Sizes after the line behind pane `line` moved by some percent of the whole: what one neighbour gains the other loses,
 * and neither falls below its least.
 */
export function movedBy(
  sizes: readonly number[],
  line: number,
  percent: number,
  least: readonly number[],
): readonly number[] {
  const before = sizes[line] ?? 0;
  const after = sizes[line + 1] ?? 0;
  const total = sum(sizes);
  const by = (percent / 100) * total;
  const most = after - ((least[line + 1] ?? 0) / 100) * total;
  const fewest = ((least[line] ?? 0) / 100) * total - before;
  const moved = Math.max(Math.min(by, most), fewest);
  return sizes.with(line, before + moved).with(line + 1, after - moved);
}

/** What of the pane and its right or lower neighbour is the pane's, in whole percent. */
export function shareOf(sizes: readonly number[], line: number): number {
  const before = sizes[line] ?? 0;
  return Math.round((before / Math.max(1e-9, before + (sizes[line + 1] ?? 0))) * 100);
}

const sum = (sizes: readonly number[]) => sizes.reduce((total, size) => total + size, 0);
