/** A state to lay out; sizes are for a 12 px monospaced font. */
export interface DrawnState {
  readonly id: string;
  readonly title: string;
  readonly isTerminal: boolean;
}

export interface DrawnEdge {
  /** Null for the initial transition. */
  readonly from: string | null;
  readonly to: string;
  /** The edge's label; may be empty. */
  readonly label: string;
}

export interface Box {
  readonly x: number;
  readonly y: number;
  readonly width: number;
  readonly height: number;
}

export interface Point {
  readonly x: number;
  readonly y: number;
}

export type Direction = 'down' | 'right' | 'left';

export interface EdgeShape {
  readonly path: string;
  readonly tip: Point;
  readonly direction: Direction;
  /** Centre of the label. */
  readonly label: Point;
}

export interface Diagram {
  readonly nodes: ReadonlyMap<string, Box>;
  /** One for each edge, in their order; undefined for an edge to or from a state that is not drawn. */
  readonly edges: readonly (EdgeShape | undefined)[];
  readonly frame: Box;
}

const nodeHeight = 26;
const pitch = 56;
const gap = 88;
const characterWidth = 7.25;
const labelCharacter = 6.6;
const margin = 4;

/** How wide a label is. */
export const labelWidth = (label: string): number => label.length * labelCharacter + 8;

/**
 * Lays out states in two columns, in the given order: continuing states on the left, final states on the right. A step
 * to the next state is a straight line down, one that skips a state curves to the right, one that goes back curves to
 * the left. The layout of a system does not depend on the path taken.
 */
export function diagramOf(states: readonly DrawnState[], edges: readonly DrawnEdge[]): Diagram {
  const nodes = placed(states);
  const routes = edges.map((edge) => routeOf(edge, nodes));
  const ports = portsOf(routes, nodes);
  const depths = depthsOf(routes, edges);
  const shapes = routes.map((route) => (route === null ? undefined : shapeOf(route, ports, depths.get(route) ?? 0)));
  return { nodes, edges: shapes, frame: frameOf(nodes, shapes, edges) };
}

interface Node extends Box {
  readonly column: 0 | 1;
  readonly row: number;
}

function placed(states: readonly DrawnState[]): ReadonlyMap<string, Node> {
  const columns = [
    states.filter(({ isTerminal }) => !isTerminal),
    states.filter(({ isTerminal }) => isTerminal),
  ] as const;
  const widths = columns.map((column) => Math.max(0, ...column.map(({ title }) => title.length * characterWidth + 22)));
  const rows = Math.max(...columns.map(({ length }) => length));
  const nodes = new Map<string, Node>();
  for (const column of [0, 1] as const) {
    const x = column === 0 ? 0 : (widths[0] ?? 0) + gap;
    // Centre the shorter column.
    const offset = ((rows - columns[column].length) * pitch) / 2;
    for (const [row, { id }] of columns[column].entries()) {
      nodes.set(id, { x, y: offset + row * pitch, width: widths[column] ?? 0, height: nodeHeight, column, row });
    }
  }
  return nodes;
}

/** Which way an edge goes, and which sides of its nodes it touches. */
interface Route {
  readonly kind: 'start' | 'down' | 'across' | 'left-arc' | 'right-arc';
  readonly from: Node | null;
  readonly to: Node;
}

type Side = 'left' | 'right';

function routeOf({ from, to }: DrawnEdge, nodes: ReadonlyMap<string, Node>): Route | null {
  const target = nodes.get(to);
  if (target === undefined) return null;
  if (from === null) return { kind: 'start', from: null, to: target };
  const source = nodes.get(from);
  if (source === undefined) return null;
  const ends = { from: source, to: target };
  if (source.column !== target.column) return { kind: 'across', ...ends };
  if (source.column === 1) return { kind: 'right-arc', ...ends };
  if (target.row === source.row + 1) return { kind: 'down', ...ends };
  return { kind: target.row > source.row ? 'right-arc' : 'left-arc', ...ends };
}

function sidesOf({ kind, from }: Route): { readonly out: Side; readonly in: Side } | null {
  if (kind === 'left-arc') return { out: 'left', in: 'left' };
  if (kind === 'right-arc') return { out: 'right', in: 'right' };
  if (kind === 'across') return from?.column === 0 ? { out: 'right', in: 'left' } : { out: 'left', in: 'right' };
  return null;
}

/** Spreads the ends at one side of a node, ordered by their other ends, so that few lines cross. */
function portsOf(routes: readonly (Route | null)[], nodes: ReadonlyMap<string, Node>): ReadonlyMap<string, number> {
  const ends: { readonly key: string; readonly node: Node; readonly side: Side; readonly other: number }[] = [];
  for (const route of routes) {
    const sides = route === null ? null : sidesOf(route);
    if (route?.from == null || sides === null) continue;
    const isLoop = route.from === route.to;
    ends.push({ key: portKey(route, 'out'), node: route.from, side: sides.out, other: isLoop ? -1e6 : route.to.y });
    ends.push({ key: portKey(route, 'in'), node: route.to, side: sides.in, other: isLoop ? 1e6 : route.from.y });
  }
  const ports = new Map<string, number>();
  for (const node of nodes.values()) {
    for (const side of ['left', 'right'] as const) {
      const here = ends.filter((end) => end.node === node && end.side === side).toSorted((a, b) => a.other - b.other);
      for (const [index, { key }] of here.entries()) {
        ports.set(key, node.y + (node.height * (index + 1)) / (here.length + 1));
      }
    }
  }
  return ports;
}

const portKey = ({ from, to }: Route, end: 'out' | 'in'): string =>
  `${end} ${from?.column} ${from?.row} ${to.column} ${to.row}`;

/** How far an arc extends sideways: wider arcs go around narrower ones, and no label covers a state. */
function depthsOf(routes: readonly (Route | null)[], edges: readonly DrawnEdge[]): ReadonlyMap<Route, number> {
  const depths = new Map<Route, number>();
  for (const kind of ['left-arc', 'right-arc'] as const) {
    const arcs = routes.flatMap((route, index) =>
      route?.kind === kind ? [{ route, half: labelWidth(edges[index]?.label ?? '') / 2 }] : [],
    );
    const spans = [...new Set(arcs.map(({ route }) => spanOf(route)))].toSorted((a, b) => a - b);
    let depth = 0;
    for (const span of spans) {
      const same = arcs.filter(({ route }) => spanOf(route) === span);
      depth = Math.max(depth + 14, 20, ...same.map(({ half }) => half + 6));
      for (const { route } of same) depths.set(route, depth);
    }
  }
  return depths;
}

const spanOf = ({ from, to }: Route): number => (from === null ? 0 : Math.abs(from.row - to.row));

function shapeOf(route: Route, ports: ReadonlyMap<string, number>, depth: number): EdgeShape {
  const { kind, from, to } = route;
  if (from === null) return downShape({ x: to.x + 16, y: to.y - 18 }, { x: to.x + 16, y: to.y }, 14);
  if (kind === 'down') {
    const x = from.x + from.width / 2;
    return downShape({ x, y: from.y + from.height }, { x, y: to.y }, 16);
  }
  const sides = sidesOf(route) ?? { out: 'right', in: 'left' };
  const start = { x: edgeOf(from, sides.out), y: ports.get(portKey(route, 'out')) ?? from.y };
  const end = { x: edgeOf(to, sides.in), y: ports.get(portKey(route, 'in')) ?? to.y };
  const direction: Direction = sides.in === 'left' ? 'right' : 'left';
  if (kind === 'across') {
    const middle = (start.x + end.x) / 2;
    return curve(start, { x: middle, y: start.y }, { x: middle, y: end.y }, end, direction);
  }
  // The middle of such a curve is at three quarters of the distance to its control points.
  const swing = ((kind === 'left-arc' ? -depth : depth) * 4) / 3;
  return curve(start, { x: start.x + swing, y: start.y }, { x: end.x + swing, y: end.y }, end, direction);
}

const edgeOf = ({ x, width }: Box, side: Side): number => (side === 'left' ? x : x + width);

const downShape = (start: Point, end: Point, beside: number): EdgeShape => ({
  path: `M${start.x} ${start.y}V${end.y}`,
  tip: end,
  direction: 'down',
  label: { x: end.x + beside, y: (start.y + end.y) / 2 },
});

const curve = (start: Point, a: Point, b: Point, end: Point, direction: Direction): EdgeShape => ({
  path: `M${start.x} ${start.y}C${a.x} ${a.y} ${b.x} ${b.y} ${end.x} ${end.y}`,
  tip: end,
  direction,
  label: { x: (start.x + 3 * a.x + 3 * b.x + end.x) / 8, y: (start.y + 3 * a.y + 3 * b.y + end.y) / 8 },
});

function frameOf(
  nodes: ReadonlyMap<string, Box>,
  shapes: readonly (EdgeShape | undefined)[],
  edges: readonly DrawnEdge[],
): Box {
  const xs: number[] = [];
  const ys: number[] = [];
  for (const { x, y, width, height } of nodes.values()) {
    xs.push(x, x + width);
    ys.push(y, y + height);
  }
  for (const [index, shape] of shapes.entries()) {
    if (shape === undefined) continue;
    const half = Math.max(4, labelWidth(edges[index]?.label ?? '') / 2);
    xs.push(shape.label.x - half, shape.label.x + half);
    ys.push(shape.label.y - 10, shape.label.y + 10, shape.direction === 'down' ? shape.tip.y - 22 : shape.tip.y);
  }
  const [left, top] = [Math.min(0, ...xs) - margin, Math.min(0, ...ys) - margin];
  return { x: left, y: top, width: Math.max(0, ...xs) + margin - left, height: Math.max(0, ...ys) + margin - top };
}
