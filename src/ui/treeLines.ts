/** The position of a line in a tree; lines inside closed branches are not listed. */
export interface TreePosition {
  readonly id: string;
  /** Counted from 1. */
  readonly level: number;
  /** Position among its siblings, counted from 1. */
  readonly place: number;
  readonly siblings: number;
  /** Null for leaves. */
  readonly open: boolean | null;
}

export interface NodeLine<Node> extends TreePosition {
  readonly node: Node;
}

interface Branch<Node> {
  readonly id: string;
  /** Null for leaves. */
  readonly open: boolean | null;
  /** Called for open branches only. */
  inside(): readonly Node[];
}

/** The visible lines of a tree, parents before children. */
export function visibleLines<Node>(
  roots: readonly Node[],
  branchOf: (node: Node) => Branch<Node>,
): readonly NodeLine<Node>[] {
  const lines: NodeLine<Node>[] = [];
  // An explicit stack, because nodes may be thousands of levels deep.
  const waiting: { readonly node: Node; readonly level: number; readonly place: number; readonly siblings: number }[] =
    [];
  const wait = (family: readonly Node[], level: number) => {
    for (let index = family.length - 1; index >= 0; index--) {
      const node = family[index];
      if (node !== undefined) waiting.push({ node, level, place: index + 1, siblings: family.length });
    }
  };
  const seen = new Set<string>();
  wait(roots, 1);
  for (let next = waiting.pop(); next !== undefined; next = waiting.pop()) {
    const branch = branchOf(next.node);
    const { id, open } = branch;
    // Only a forged file has two nodes of one id; one of them may be inside the other.
    if (seen.has(id)) continue;
    seen.add(id);
    lines.push({ ...next, id, open });
    if (open === true) wait(branch.inside(), next.level + 1);
  }
  return lines;
}

/** A node of a tree, in a list of nodes that name their parents. */
interface Child {
  readonly id: string;
  readonly parent: string | null;
}

/** The visible lines of nodes that name their parents. A node whose parent is missing is a root. */
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
  return visibleLines(children.get(null) ?? [], (node) => {
    const inside = children.get(node.id) ?? [];
    return { id: node.id, open: inside.length === 0 ? null : isOpen(node), inside: () => inside };
  });
}
