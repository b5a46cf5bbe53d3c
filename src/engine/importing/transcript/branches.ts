import { groupedBy } from '../values/elements.ts';

/** A line of a transcript whose lines have parents. */
export interface TreeLine {
  readonly id: string | undefined;
  /** Null and undefined: no parent. */
  readonly parent: string | null | undefined;
  /** A user message, with which a branch can begin. */
  readonly isPrompt: boolean;
}

/**
 * A user who returns to an earlier message and writes something else begins a branch: two prompts then have the same parent.
 * Returns each path through the tree from its root to a leaf, the one that continues last first. Parallel calls split the
 * tree too, but only for a line or two, and no prompt begins there.
 */
export function branchesOf<Line>(
  lines: readonly Line[],
  treeLineOf: (line: Line) => TreeLine,
): readonly (readonly Line[])[] {
  const tree = lines.map(treeLineOf);
  const starts = branchStarts(tree);
  if (starts.size === 0) return [lines];
  const branchOf = new Map<string, number>();
  const parents: (number | null)[] = [null];
  let latest = 0;
  const branches = tree.map(({ id, parent }) => {
    const from = (typeof parent === 'string' ? branchOf.get(parent) : undefined) ?? latest;
    let branch = from;
    if (id !== undefined && starts.has(id)) branch = parents.push(from) - 1;
    if (id !== undefined) branchOf.set(id, branch);
    latest = branch;
    return branch;
  });
  const inner = new Set(parents);
  const leaves = [...parents.keys()].filter((branch) => !inner.has(branch));
  return leaves.toReversed().map((leaf) => {
    const way = wayTo(leaf, parents);
    return lines.filter((_, index) => way.has(branches[index] ?? 0));
  });
}

/** Ids of prompts that share their parent with another prompt. */
function branchStarts(tree: readonly TreeLine[]): ReadonlySet<string | undefined> {
  const prompts = tree.filter(({ id, parent, isPrompt }) => id !== undefined && typeof parent === 'string' && isPrompt);
  const siblings = [...groupedBy(prompts, ({ parent }) => parent).values()].filter(({ length }) => length > 1);
  return new Set(siblings.flat().map(({ id }) => id));
}

function wayTo(leaf: number, parents: readonly (number | null)[]): ReadonlySet<number> {
  const way = new Set<number>();
  for (let branch: number | null = leaf; branch !== null; branch = parents[branch] ?? null) way.add(branch);
  return way;
}
