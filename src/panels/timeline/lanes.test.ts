import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import type { NodeOutline } from '../../worker/protocol.ts';
import { cappedLanes, kindsPerCell, type Lane, lanesOf as foldedLanesOf } from './lanes.ts';
import { cellOf, layoutOf } from './layout.ts';
import { laneHeight, paintKinds } from './paintKinds.ts';
import { drawn, sketch } from './testing.ts';

const lanesOf = (nodes: readonly NodeOutline[], folded: Readonly<Record<string, boolean>> = {}) =>
  foldedLanesOf(nodes, new Map(Object.entries(folded)));
const namesOf = (lanes: readonly Lane[]) => lanes.map(({ title, contexts }) => [title, contexts.length]);

const context = (id: string, parent: string | null, first: number, last: number, title = id): NodeOutline => ({
  id,
  parent,
  title,
  turns: last - first + 1,
  firstTurn: first,
  lastTurn: last,
  density: [],
});

const titles = (nodes: readonly NodeOutline[]) => lanesOf(nodes).map(({ title, contexts }) => [title, contexts.length]);

describe('the lanes of derived contexts', () => {
  const root = context('root', null, 0, 99);

  test('contexts of one name share a lane while they do not overlap', () => {
    const research = (id: string, first: number, last: number) => context(id, 'root', first, last, 'research');
    expect(titles([root, research('a', 1, 5), research('b', 6, 9), research('c', 8, 12)])).toEqual([
      ['root', 1],
      ['research', 2],
      ['research', 1],
    ]);
  });

  test('contexts of different names, or at different depths, have lanes of their own below their parent', () => {
    const nodes = [
      root,
      context('plan', 'root', 1, 9),
      context('check', 'root', 20, 22),
      context('look', 'plan', 3, 4),
      context('deep', 'look', 4, 4, 'plan'),
    ];
    expect(lanesOf(nodes).map(({ title, depth }) => [title, depth])).toEqual([
      ['root', 0],
      ['plan', 1],
      ['look', 2],
      ['plan', 3],
      ['check', 1],
    ]);
  });

  test('a context without turns has no lane', () => {
    expect(titles([root, { ...context('idle', 'root', 0, 0), firstTurn: null, lastTurn: null }])).toEqual([
      ['root', 1],
    ]);
  });

  test('where there are many lanes, contexts of one name that overlap share one until the user unfolds it', () => {
    const many = Array.from({ length: 12 }, (_, at) => context(`r${at}`, 'root', at, at + 20, 'research'));
    const nodes = [root, context('plan', 'root', 3, 5), ...many];
    expect(namesOf(lanesOf(nodes))).toEqual([
      ['root', 1],
      ['plan', 1],
      ['research', 12],
    ]);
    const folding = lanesOf(nodes)[2]?.folding;
    expect(folding).toEqual({ key: '1 research', isFolded: true, contexts: 12 });
    const unfolded = lanesOf(nodes, { '1 research': false });
    expect(unfolded).toHaveLength(14);
    expect(unfolded.map((lane) => lane.folding?.isFolded).filter((one) => one !== undefined)).toEqual([false]);
    // A few are not folded, unless the user does it.
    const few = [root, ...many.slice(0, 2)];
    expect(namesOf(lanesOf(few))).toEqual([
      ['root', 1],
      ['research', 1],
      ['research', 1],
    ]);
    expect(namesOf(lanesOf(few, { '1 research': true }))).toEqual([
      ['root', 1],
      ['research', 2],
    ]);
  });

  test('of too many lanes the last one has the contexts of all others', () => {
    const lanes = lanesOf([root, ...['a', 'b', 'c', 'd'].map((id, at) => context(id, 'root', at, at))]);
    expect(cappedLanes(lanes, 3).map(({ title, contexts }) => [title, contexts.length])).toEqual([
      ['root', 1],
      ['a', 1],
      ['3 more', 3],
    ]);
    expect(cappedLanes(lanes, 5)).toBe(lanes);
  });
});

/** Turns of random kinds in random contexts, on a track of any width. */
const sessions = fc.record({
  turns: fc.array(fc.record({ kind: fc.integer({ min: 0, max: 3 }), node: fc.integer({ min: 0, max: 4 }) }), {
    minLength: 1,
    maxLength: 400,
  }),
  width: fc.integer({ min: 1, max: 300 }),
  most: fc.integer({ min: 2, max: 6 }),
});

test('each cell of a lane has the kinds of its own turns, and no turn is in two lanes or in none', () => {
  fc.assert(
    fc.property(sessions, ({ turns, width, most }) => {
      const nodes = [0, 1, 2, 3, 4].flatMap((node): NodeOutline[] => {
        const own = turns.flatMap((turn, at) => (turn.node === node ? [at] : []));
        const ends = { firstTurn: own[0] ?? null, lastTurn: own.at(-1) ?? null };
        return [{ ...context(`n${node}`, node === 0 ? null : 'n0', 0, 0), ...ends }];
      });
      const columns = {
        kinds: Uint8Array.from(turns, ({ kind }) => kind),
        nodes: Uint32Array.from(turns, ({ node }) => node),
      };
      const layout = layoutOf(turns.length, width);
      const lanes = cappedLanes(lanesOf(nodes), most);
      const expected = lanes.map(({ contexts }) => {
        const mask = new Uint8Array(layout.cells);
        for (const [at, { kind, node }] of turns.entries()) {
          const cell = cellOf(layout, at);
          if (contexts.some(({ place }) => place === node)) mask[cell] = (mask[cell] ?? 0) | (1 << kind);
        }
        return mask;
      });
      expect(kindsPerCell(columns, lanes, layout)).toEqual(expected);
      const lanesOfTurn = turns.map(({ node }) =>
        lanes.filter(({ contexts }) => contexts.some((c) => c.place === node)),
      );
      expect(lanesOfTurn.every((own) => own.length === 1)).toBe(true);
    }),
  );
});

const ink = {
  input: 'input',
  call: 'call',
  inputFill: 'input fill',
  modelFill: 'model fill',
  callFill: 'call fill',
  line: 'line',
  text: 'text',
  quiet: 'quiet',
  font: 'sans-serif',
};
const wordsAt = (turn: number) =>
  turn === 2 ? { text: 'send_money', isName: true } : { text: 'input', isName: false };

test('a line leads from a context to the lane of its parent, above or below it', () => {
  // Both contexts named look share the first lane, but the parent of the second one is in the lane below.
  const nodes = [
    context('root', null, 0, 9),
    context('plan', 'root', 1, 1),
    context('a', 'plan', 2, 2, 'look'),
    context('check', 'root', 5, 5),
    context('b', 'check', 6, 6, 'look'),
  ];
  const lanes = lanesOf(nodes);
  expect(lanes.map(({ title }) => title)).toEqual(['root', 'plan', 'look', 'check']);
  const layout = layoutOf(10, 100);
  const sheet = { width: 100, height: 80, scale: 1, cells: 10, edges: layout.lefts };
  const strokes = sketch((brush) => paintKinds(brush, { lanes, masks: [], wordsAt }, layout, sheet, ink));
  const branches = strokes.filter(({ width }) => width === 1).map(({ x, y, height }) => [x, y, y + height]);
  expect(branches).toEqual([
    [10, 10, 30],
    [20, 30, 50],
    [60, 50, 70],
    [50, 10, 70],
  ]);
});

describe('the picture of kinds', () => {
  const root = lanesOf([context('root', null, 0, 2)]);

  function picture(kinds: readonly number[], width: number) {
    const layout = layoutOf(kinds.length, width);
    const columns = { kinds: Uint8Array.from(kinds), nodes: new Uint32Array(kinds.length) };
    const sheet = { width, height: laneHeight, scale: 1, cells: layout.cells, edges: layout.lefts };
    const masks = kindsPerCell(columns, root, layout);
    return drawn((brush) => paintKinds(brush, { lanes: root, masks, wordsAt }, layout, sheet, ink));
  }
  const marks = (kinds: readonly number[], width: number) =>
    picture(kinds, width).strokes.filter((one) => one.ink !== 'line');

  test('kinds differ by the strip of their box before colour: at the top, none, at the bottom', () => {
    const edges = marks([0, 1, 2], 60).map(({ ink, y, width, height }) => [ink, y, width, height]);
    expect(edges).toEqual([
      ['input fill', 1, 19, 18],
      ['input', 1, 19, 3],
      ['model fill', 1, 19, 18],
      ['call fill', 1, 19, 18],
      ['call', 16, 19, 3],
    ]);
  });

  test('a wide box says its function, a narrower one its beginning or initial, and no word is cut', () => {
    const textsAt = (width: number) => picture([0, 1, 2], width).texts.map(({ text }) => text);
    expect(textsAt(300)).toEqual(['input', 'input', 'send_money']);
    expect(textsAt(150)).toEqual(['input', 'input', 'send_…']);
    expect(textsAt(60)).toEqual(['s']);
    expect(textsAt(30)).toEqual([]);
  });

  test('one input among 100 000 calls is painted', () => {
    const kinds = Array.from({ length: 100_000 }, () => 2);
    kinds[70_001] = 0;
    expect(marks(kinds, 900).filter((one) => one.ink === 'input')).toEqual([
      { ink: 'input', x: 630, y: 1, width: 1, height: 5 },
    ]);
  });

  test('every mark and text stays on the sheet', () => {
    const turns = fc.array(fc.integer({ min: 0, max: 3 }), { minLength: 1, maxLength: 300 });
    fc.assert(
      fc.property(turns, fc.integer({ min: 1, max: 200 }), (kinds, width) => {
        const { strokes, texts } = picture(kinds, width);
        const astray = strokes.filter(
          ({ x, y, width: wide, height }) => x < 0 || x + wide > width || y < 0 || y + height > laneHeight || wide < 1,
        );
        expect(astray).toEqual([]);
        expect(texts.filter(({ text, x }) => x + 6 * text.length > width)).toEqual([]);
      }),
    );
  });
});
