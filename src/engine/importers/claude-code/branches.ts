import type { Entry } from './lines.ts';
import { promptOf } from './prompts.ts';

/**
 * Who goes back to an earlier message and says something else begins a branch: two prompts then have the same parent.
 * Gives each way through the tree from its root to a leaf, the one that goes on last first. Parallel calls part the
 * tree too, but only for a line or two, and no prompt begins there.
 */
export function branchesOf(entries: readonly Entry[]): readonly (readonly Entry[])[] {
  const starts = branchStarts(entries);
  if (starts.size === 0) return [entries];
  const branchOf = new Map<string, number>();
  const parents: (number | null)[] = [null];
  let latest = 0;
  const branches = entries.map((entry) => {
    const { uuid, parentUuid } = entry.line;
    const from = (typeof parentUuid === 'string' ? branchOf.get(parentUuid) : undefined) ?? latest;
    let branch = from;
    if (uuid !== undefined && starts.has(uuid)) branch = parents.push(from) - 1;
    if (uuid !== undefined) branchOf.set(uuid, branch);
    latest = branch;
    return branch;
  });
  const inner = new Set(parents);
  const leaves = [...parents.keys()].filter((branch) => !inner.has(branch));
  return leaves.toReversed().map((leaf) => {
    const way = wayTo(leaf, parents);
    return entries.filter((_, index) => way.has(branches[index] ?? 0));
  });
}

/** Ids of prompts that have a brother. */
function branchStarts(entries: readonly Entry[]): ReadonlySet<string> {
  const children = new Map<string, string[]>();
  for (const { line, message } of entries) {
    const { uuid, parentUuid } = line;
    if (uuid === undefined || typeof parentUuid !== 'string' || line.isSidechain === true) continue;
    if (message?.role !== 'user' || line.isMeta === true || promptOf(message.content) === undefined) continue;
    const known = children.get(parentUuid);
    if (known === undefined) children.set(parentUuid, [uuid]);
    else known.push(uuid);
  }
  return new Set([...children.values()].filter((uuids) => uuids.length > 1).flat());
}

function wayTo(leaf: number, parents: readonly (number | null)[]): ReadonlySet<number> {
  const way = new Set<number>();
  for (let branch: number | null = leaf; branch !== null; branch = parents[branch] ?? null) way.add(branch);
  return way;
}
