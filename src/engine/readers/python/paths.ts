import type { Path } from '../../model/path.ts';
import { isList, isRecord, Unknown, type Value } from '../../model/value.ts';
import type { Node } from './node.ts';
import { shapeOf, type Shape } from './shape.ts';

/** The node of the value at a path below a node; undefined when there is none. `values`: those of all nodes, by id. */
export function nodeAt(root: Node, path: Path, values: readonly Value[]): Node | undefined {
  let here: Node | undefined = root;
  for (const step of path) here = here && childAt(innermost(here), step, values);
  return here;
}

function childAt(shape: Shape, step: string | number, values: readonly Value[]): Node | undefined {
  switch (shape.kind) {
    case 'list':
      return typeof step === 'number' ? shape.items[step] : undefined;
    case 'record':
      return shape.values[shape.keys.lastIndexOf(String(step))];
    case 'dict':
      return shape.values[shape.keys.findLastIndex(({ id }) => values[id] === String(step))];
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

/** A value within the one `above` it, and the step that leads to it. */
interface Place {
  readonly value: Value;
  readonly step: string | number;
  readonly above: Place | undefined;
}

/** Adds the path of each missing value within a value to its list. Without recursion: nesting may be deep. */
export function addPaths(root: Value, prefix: Path, gaps: ReadonlyMap<Value, Path[]>): void {
  const open: Place[] = [{ value: root, step: '', above: undefined }];
  for (let place = open.pop(); place !== undefined; place = open.pop()) {
    const { value } = place;
    if (value instanceof Unknown) gaps.get(value)?.push([...prefix, ...pathTo(place)]);
    for (const [step, inner] of entriesOf(value)) open.push({ value: inner, step, above: place });
  }
}

function entriesOf(value: Value): Iterable<readonly [string | number, Value]> {
  if (isList(value)) return Array.from(value, (element, index) => [index, element]);
  if (value instanceof Map) return Array.from(value, ([key, held]) => [typeof key === 'string' ? key : '', held]);
  return isRecord(value) ? Object.entries(value) : [];
}

function pathTo(place: Place): Path {
  const steps: (string | number)[] = [];
  for (let here = place; here.above !== undefined; here = here.above) steps.push(here.step);
  return steps.toReversed();
}
