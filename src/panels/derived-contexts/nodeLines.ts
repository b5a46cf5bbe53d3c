import type { NodeOutline } from '../../worker/protocol.ts';

export interface NodeLine {
  readonly id: string;
  readonly node: NodeOutline;
  readonly level: number;
  readonly place: number;
  readonly siblings: number;
  readonly open: boolean | null;
}

/** The visible lines of the tree, parents before children. A node whose parent is missing or comes back to it is a root. */
export function nodeLines(nodes: readonly NodeOutline[], closed: ReadonlySet<string>): readonly NodeLine[] {
  const known = new Set(nodes.map((node) => node.id));
  const children = new Map<string | null, NodeOutline[]>();
  for (const node of nodes) {
    const parent = node.parent !== null && known.has(node.parent) ? node.parent : null;
    const family = children.get(parent);
    if (family === undefined) children.set(parent, [node]);
    else family.push(node);
  }

  const lines: NodeLine[] = [];
  // An explicit stack: contexts may be derived from each other a thousand deep.
  const waiting = linesOf(children.get(null) ?? [], 1);
  const seen = new Set<string>();
  for (let line = waiting.pop(); line !== undefined; line = waiting.pop()) {
    if (seen.has(line.id)) continue;
    seen.add(line.id);
    const family = children.get(line.id) ?? [];
    const open = family.length === 0 ? null : !closed.has(line.id);
    lines.push({ ...line, open });
    if (open === true) waiting.push(...linesOf(family, line.level + 1));
  }
  return lines;
}

/** Last first, as a stack wants it. */
const linesOf = (family: readonly NodeOutline[], level: number): NodeLine[] =>
  family
    .map((node, index) => ({ id: node.id, node, level, place: index + 1, siblings: family.length, open: null }))
    .toReversed();
