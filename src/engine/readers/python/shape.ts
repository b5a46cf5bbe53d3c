import type { Branch, Node } from './node.ts';
import { wrapperOf, type Wrapper } from './constructors.ts';

/** How the value of a node is reached from outside: reading and locating both use this. */
export type Shape =
  | { readonly kind: 'leaf' }
  /** The value is that of another node. */
  | { readonly kind: 'same'; readonly node: Node }
  | { readonly kind: 'list'; readonly items: readonly Node[] }
  | { readonly kind: 'dict'; readonly keys: readonly Node[]; readonly values: readonly Node[] }
  | { readonly kind: 'record'; readonly keys: readonly string[]; readonly values: readonly Node[] };

const leaf: Shape = { kind: 'leaf' };

export function shapeOf(node: Node): Shape {
  switch (node.kind) {
    case 'list':
    case 'tuple':
    case 'set':
      return isRecursionMark(node.items) ? leaf : { kind: 'list', items: node.items };
    case 'dict':
      return { kind: 'dict', keys: node.keys, values: node.values };
    case 'enum':
      return node.items[0] === undefined ? leaf : { kind: 'same', node: node.items[0] };
    case 'call':
    case 'fields':
      return callShape(node);
    default:
      return leaf;
  }
}

/**
 * `[...]`, `{...}` and `Foo(...)`: Python prints a container inside itself like this; people write it for omitted
 * parts.
 */
export const isRecursionMark = (items: readonly Node[]): boolean => items.length === 1 && items[0]?.kind === 'gap';

function callShape(node: Branch): Shape {
  const args = node.args?.items ?? [];
  if (node.keywords.length === 0 && isRecursionMark(args)) return leaf;
  const wrapper = wrapperOf(node.name);
  const wrapped = wrapper === undefined ? undefined : wrappedShape(wrapper, args[positionIn(node, wrapper)]);
  if (wrapped !== undefined) return wrapped;
  const [only] = args;
  // A class around one container, such as `AttrDict({…})`, is read as that container.
  if (args.length === 1 && node.keywords.length === 0 && only !== undefined && isContainer(only)) {
    return { kind: 'same', node: only };
  }
  if (node.args === null) return { kind: 'record', keys: node.keywords, values: node.values };
  const name = node.keywords.includes('args') ? '*args' : 'args';
  return { kind: 'record', keys: [...node.keywords, name], values: [...node.values, node.args] };
}

const isContainer = ({ kind }: Node): boolean => kind === 'dict' || kind === 'list' || kind === 'set';

/** In the standard library’s `array('d', [1.0])` the values are the second argument, after the type. */
function positionIn({ name, args }: Branch, { position }: Wrapper): number {
  const first = args?.items[0];
  const isTyped = /^(?:array\.)?array$/.test(name) && first?.kind === 'string' && first.end - first.start === 3;
  return isTyped ? 1 : position;
}

function wrappedShape({ holds }: Wrapper, inner: Node | undefined): Shape | undefined {
  // An empty one: `frozenset()`, `defaultdict(list)`.
  if (inner === undefined)
    return holds === 'list' ? { kind: 'list', items: [] } : { kind: 'record', keys: [], values: [] };
  // `tensor(3.)`
  if (inner.kind === 'number') return { kind: 'same', node: inner };
  const shape = shapeOf(inner);
  if (shape.kind === 'dict') return shape;
  if (shape.kind !== 'list') return undefined;
  return holds === 'dict' ? pairsShape(shape.items) : shape;
}

/** `OrderedDict([('a', 1)])` */
function pairsShape(pairs: readonly Node[]): Shape | undefined {
  const keys: Node[] = [];
  const values: Node[] = [];
  for (const pair of pairs) {
    const [key, value, ...more] = pair.kind === 'tuple' ? pair.items : [];
    if (key === undefined || value === undefined || more.length > 0) return undefined;
    keys.push(key);
    values.push(value);
  }
  return { kind: 'dict', keys, values };
}
