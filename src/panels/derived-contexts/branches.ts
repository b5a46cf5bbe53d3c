import { treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline } from '../../worker/protocol.ts';

/** The sum over a node and its descendants, shown on its line while it is closed. */
export interface Branch {
  readonly contexts: number;
  readonly turns: number;
  readonly density: readonly number[];
}

/** The sums of all nodes. Lines are processed from last to first, so that children come before their parents. */
export function branchesOf(nodes: readonly NodeOutline[]): ReadonlyMap<string, Branch> {
  const branches = new Map<string, { contexts: number; turns: number; density: number[] }>();
  for (const { id, turns, density } of nodes) branches.set(id, { contexts: 1, turns, density: [...density] });
  for (const { id, parent } of treeLines(nodes, () => true)
    .map(({ node }) => node)
    .toReversed()) {
    const own = branches.get(id);
    const above = parent === null ? undefined : branches.get(parent);
    if (own === undefined || above === undefined || own === above) continue;
    above.contexts += own.contexts;
    above.turns += own.turns;
    // A context without turns has no bars.
    own.density.forEach((turns, part) => (above.density[part] = (above.density[part] ?? 0) + turns));
  }
  return branches;
}

/** The ancestors of a node, nearest first. Stops at a cycle, which only a forged file has. */
export function waysTo(nodes: readonly NodeOutline[], id: string | null): readonly string[] {
  const parents = new Map(nodes.map((node) => [node.id, node.parent]));
  const way = new Set<string>();
  for (
    let at = id === null ? null : (parents.get(id) ?? null);
    at !== null && !way.has(at);
    at = parents.get(at) ?? null
  )
    way.add(at);
  return [...way];
}

/** Nodes whose title contains the words, with their ancestors. */
export function matching(nodes: readonly NodeOutline[], words: string): readonly NodeOutline[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return nodes;
  const found = nodes.filter(({ title }) => title.toLowerCase().includes(sought));
  const kept = new Set(found.flatMap(({ id }) => [id, ...waysTo(nodes, id)]));
  return nodes.filter(({ id }) => kept.has(id));
}
