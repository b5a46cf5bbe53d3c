import type { Path } from '../../model/path.ts';
import type { Notebook } from '../notebook.ts';
import { valueOfNode } from './meaning.ts';
import type { Node, Tree } from './node.ts';
import { shapeOf, type Shape } from './shape.ts';

/** The node whose value stands at a path below a node; undefined when the path leads nowhere. */
export function nodeAt(text: string, tree: Tree, root: Node, path: Path, notebook: Notebook): Node | undefined {
  let here: Node | undefined = root;
  for (const step of path) {
    if (here === undefined) return undefined;
    here = childAt(text, tree, innermost(here), step, notebook);
  }
  return here;
}

function childAt(text: string, tree: Tree, shape: Shape, step: string | number, notebook: Notebook): Node | undefined {
  switch (shape.kind) {
    case 'list':
      return typeof step === 'number' ? shape.items[step] : undefined;
    case 'record':
      return shape.values[shape.keys.lastIndexOf(String(step))];
    case 'dict': {
      const index = shape.keys.findLastIndex((key) => valueOfNode(text, tree, key, notebook) === String(step));
      return shape.values[index];
    }
    default:
      return undefined;
  }
}

/** Past nodes that only stand around another, such as an enum member around its value. */
function innermost(node: Node): Shape {
  let shape = shapeOf(node);
  while (shape.kind === 'same') shape = shapeOf(shape.node);
  return shape;
}

/** The path of each of some nodes, from the root of a tree on. Only nodes that a path leads to have one. */
export function pathsOf(
  tree: Tree,
  root: Node,
  wanted: Iterable<Node>,
  keyOf: (key: Node) => string,
): ReadonlyMap<Node, Path> {
  const parents = new Map<number, { readonly parent: Node; readonly step: string | number }>();
  for (const parent of tree.nodes) {
    const shape = shapeOf(parent);
    const set = (child: Node | undefined, step: string | number) => {
      if (child !== undefined) parents.set(child.id, { parent, step });
    };
    if (shape.kind === 'list') shape.items.forEach((item, index) => set(item, index));
    else if (shape.kind === 'record') shape.keys.forEach((key, index) => set(shape.values[index], key));
    else if (shape.kind === 'dict')
      shape.values.forEach((value, index) => set(value, stepOf(shape.keys[index], keyOf)));
  }
  return new Map([...wanted].map((node) => [node, climb(node, root, parents)]));
}

const stepOf = (key: Node | undefined, keyOf: (key: Node) => string): string => (key === undefined ? '' : keyOf(key));

function climb(
  node: Node,
  root: Node,
  parents: ReadonlyMap<number, { readonly parent: Node; readonly step: string | number }>,
): Path {
  const path: (string | number)[] = [];
  for (let here = node; here !== root;) {
    const up = parents.get(here.id);
    if (up === undefined) break;
    path.push(up.step);
    here = up.parent;
  }
  return path.toReversed();
}
