import { treeLines } from '../../ui/treeLines.ts';
import type { NodeOutline } from '../../worker/protocol.ts';

/** All that stands below a node, itself included: what its line shows while it is closed. */
export interface Branch {
  readonly contexts: number;
  readonly turns: number;
  readonly density: readonly number[];
}

/** For each node: from the last line of the whole tree to the first, children are added up before their parents. */
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
    // A context without turns has no bars at all.
    own.density.forEach((turns, part) => (above.density[part] = (above.density[part] ?? 0) + turns));
  }
  return branches;
}

/** The nodes above a node, nearest first. A circle, which only a forged file has, ends where it closes. */
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

/** Nodes whose title has the words in it, with all that stands above them. */
export function matching(nodes: readonly NodeOutline[], words: string): readonly NodeOutline[] {
  const sought = words.trim().toLowerCase();
  if (sought === '') return nodes;
  const found = nodes.filter(({ title }) => title.toLowerCase().includes(sought));
  const kept = new Set(found.flatMap(({ id }) => [id, ...waysTo(nodes, id)]));
  return nodes.filter(({ id }) => kept.has(id));
}
