import type { Path } from '../../model/path.ts';
import type { Notebook } from '../notebook.ts';
import { valueOfNode } from './meaning.ts';
import type { Node, Tree } from './node.ts';
import { shapeOf, type Shape } from './shape.ts';

/** The node of the value at a path below a node; undefined when there is none. */
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

/** Skips nodes that only wrap another, such as an enum member around its value. */
function innermost(node: Node): Shape {
  let shape = shapeOf(node);
  while (shape.kind === 'same') shape = shapeOf(shape.node);
  return shape;
}

/** A node within another one's value, and the step that leads to it; no step when it is the same value. */
interface Up {
  readonly parent: Node;
  readonly step: string | number | undefined;
}

/** The path of each of some nodes, from the root of a tree on. */
export function pathsOf(
  tree: Tree,
  root: Node,
  wanted: Iterable<Node>,
  keyOf: (key: Node) => string,
): ReadonlyMap<Node, Path> {
  const ups = new Map<number, Up>();
  // Parents come later than children, and the outermost node that has a child shows its value.
  for (const parent of tree.nodes) {
    for (const [child, step] of stepsOf(shapeOf(parent), keyOf)) ups.set(child.id, { parent, step });
  }
  return new Map([...wanted].map((node) => [node, climb(node, root, ups)]));
}

function stepsOf(shape: Shape, keyOf: (key: Node) => string): readonly (readonly [Node, Up['step']])[] {
  switch (shape.kind) {
    case 'leaf':
      return [];
    case 'same':
      return [[shape.node, undefined]];
    case 'list':
      return shape.items.map((item, index) => [item, index]);
    case 'record':
      return shape.values.map((value, index) => [value, shape.keys[index]]);
    case 'dict':
      return shape.keys.flatMap((key, index) => {
        const value = shape.values[index];
        return value === undefined ? [] : [[value, keyOf(key)] as const];
      });
  }
}

function climb(node: Node, root: Node, ups: ReadonlyMap<number, Up>): Path {
  const path: (string | number)[] = [];
  for (let here = node; here !== root;) {
    const up = ups.get(here.id);
    if (up === undefined) break;
    if (up.step !== undefined) path.push(up.step);
    here = up.parent;
  }
  return path.toReversed();
}
