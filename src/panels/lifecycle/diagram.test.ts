import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { type Box, diagramOf, type DrawnEdge, type DrawnState, labelWidth } from './diagram.ts';

const state = (id: string, isTerminal = false): DrawnState => ({ id, title: id, isTerminal });
const edge = (from: string | null, to: string, label = ''): DrawnEdge => ({ from, to, label });

const states = [state('new'), state('busy'), state('waiting'), state('done', true), state('lost', true)];

const apart = (a: Box, b: Box): boolean =>
  a.x + a.width <= b.x || b.x + b.width <= a.x || a.y + a.height <= b.y || b.y + b.height <= a.y;

const within = ({ x, y }: { readonly x: number; readonly y: number }, box: Box): boolean =>
  x >= box.x && x <= box.x + box.width && y >= box.y && y <= box.y + box.height;

describe('a diagram of states', () => {
  it('has continuing states on the left, from the top down, and final states on the right', () => {
    const { nodes } = diagramOf(states, []);
    const [fresh, busy, waiting, done] = ['new', 'busy', 'waiting', 'done'].map((id) => nodes.get(id));
    expect([fresh?.x, busy?.x, waiting?.x]).toEqual([0, 0, 0]);
    expect((fresh?.y ?? 0) < (busy?.y ?? 0) && (busy?.y ?? 0) < (waiting?.y ?? 0)).toBe(true);
    expect(done?.x).toBeGreaterThan((fresh?.x ?? 0) + (fresh?.width ?? 0));
  });

  it('draws a step forward as a line down, a step back on the left, a step to a final state to the right', () => {
    const { edges, nodes } = diagramOf(states, [
      edge(null, 'new'),
      edge('new', 'busy'),
      edge('waiting', 'new'),
      edge('new', 'waiting'),
      edge('busy', 'done'),
    ]);
    expect(edges.map((shape) => shape?.direction)).toEqual(['down', 'down', 'right', 'left', 'right']);
    const box = nodes.get('new') ?? { x: 0, y: 0, width: 0, height: 0 };
    expect(edges[2]?.label.x).toBeLessThan(box.x);
    expect(edges[3]?.label.x).toBeGreaterThan(box.x + box.width);
  });

  it('leaves out an edge to a missing state', () => {
    expect(diagramOf(states, [edge('new', 'gone'), edge('gone', 'new'), edge(null, 'gone')]).edges).toEqual([
      undefined,
      undefined,
      undefined,
    ]);
  });

  it('of no states is empty', () => {
    expect(diagramOf([], []).nodes.size).toBe(0);
  });

  const anyStates = fc
    .array(fc.record({ title: fc.string({ maxLength: 20 }), isTerminal: fc.boolean() }), {
      minLength: 1,
      maxLength: 12,
    })
    .map((all) => all.map((one, index) => ({ id: `s${index}`, ...one })));
  const anyDrawing = anyStates.chain((all) => {
    const id = fc.constantFrom(...all.map((one) => one.id));
    const pairs = fc.uniqueArray(fc.record({ from: fc.option(id), to: id, label: fc.constantFrom('', '1', '1 2 3') }), {
      selector: ({ from, to }) => `${from} ${to}`,
    });
    return fc.tuple(fc.constant(all), pairs);
  });

  it('keeps states apart and shows all of every label', () => {
    fc.assert(
      fc.property(anyDrawing, ([all, edges]) => {
        const { nodes, edges: shapes, frame } = diagramOf(all, edges);
        const boxes = [...nodes.values()];
        for (const [index, box] of boxes.entries()) {
          for (const other of boxes.slice(index + 1)) expect(apart(box, other)).toBe(true);
          expect(within(box, frame) && within({ x: box.x + box.width, y: box.y + box.height }, frame)).toBe(true);
        }
        for (const shape of shapes) expect(shape !== undefined && within(shape.label, frame)).toBe(true);
      }),
    );
  });

  it('puts no label of an arc over a state of its column', () => {
    const { nodes, edges } = diagramOf(states, [
      edge('waiting', 'new', '1\u2009234×'),
      edge('new', 'waiting', '1\u2009234×'),
    ]);
    const [back, skip] = edges;
    const half = labelWidth('1\u2009234×') / 2;
    const box = nodes.get('busy') ?? { x: 0, y: 0, width: 0, height: 0 };
    expect((back?.label.x ?? 0) + half).toBeLessThan(box.x);
    expect((skip?.label.x ?? 0) - half).toBeGreaterThan(box.x + box.width);
  });

  it('ends every edge at the border of its target state, each at its own point', () => {
    fc.assert(
      fc.property(anyDrawing, ([all, edges]) => {
        const { nodes, edges: shapes } = diagramOf(all, edges);
        const tips = new Set<string>();
        for (const [index, { from, to }] of edges.entries()) {
          const [box, shape] = [nodes.get(to), shapes[index]];
          expect(box !== undefined && shape !== undefined && within(shape.tip, box)).toBe(true);
          if (from !== null) tips.add(`${to} ${shape?.tip.x} ${shape?.tip.y}`);
        }
        expect(tips.size).toBe(edges.filter(({ from }) => from !== null).length);
      }),
    );
  });
});
