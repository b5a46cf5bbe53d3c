/** A node of a tree, in a list of nodes that name their parents. */
interface Child {
  readonly id: string;
  readonly parent: string | null;
}

export interface NodeLine<Node extends Child> {
  readonly id: string;
  readonly node: Node;
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly open: boolean | null;
}

/**
 * The visible lines of the tree, parents before children. A node whose parent is missing or in a cycle with it is a
 * root.
 */
export function treeLines<Node extends Child>(
  nodes: readonly Node[],
  isOpen: (node: Node) => boolean,
): readonly NodeLine<Node>[] {
  const known = new Set(nodes.map((node) => node.id));
  const children = new Map<string | null, Node[]>();
  for (const node of nodes) {
    const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
    const family = children.get(parent);
    if (family === undefined) children.set(parent, [node]);
    else family.push(node);
  }

  const lines: NodeLine<Node>[] = [];
  // An explicit stack, because nodes may be thousands of levels deep.
  const waiting = linesOf(children.get(null) ?? [], 1);
  const seen = new Set<string>();
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    if (seen.has(line.id)) continue;
    seen.add(line.id);
    const family = children.get(line.id) ?? [];
    const open = family.length === 0 ? null : isOpen(line.node);
    lines.push({ ...line, open });
    if (open === true) for (const child of linesOf(family, line.level + 1)) waiting.push(child);
  }
  return lines;
}

/** In reverse order, for the stack. */
const linesOf = <Node extends Child>(family: readonly Node[], level: number): NodeLine<Node>[] =>
  family
    .map((node, index) => ({ id: node.id, node, level, place: index + 1, siblings: family.length, open: null }))
    .toReversed();
