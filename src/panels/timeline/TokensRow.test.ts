import * as fc from 'fast-check';
import { expect, test } from 'vitest';
import { layoutOf } from './layout.ts';
import { sketch } from './testing.ts';
import { largestPerCell, paintTokens } from './TokensRow.tsx';

type Call = readonly [prompt: number, completion: number, cached?: number];

const columnsOf = (calls: readonly Call[]) => ({
  kinds: new Uint8Array(calls.length).fill(1),
  nodes: new Uint32Array(calls.length),
  calls: new Uint32Array(calls.length),
  functions: [],
  prompt: Uint32Array.from(calls, ([prompt]) => prompt),
  completion: Uint32Array.from(calls, ([, completion]) => completion),
  cached: Uint32Array.from(calls, ([, , cached = 0]) => cached),
  contextWindow: null,
  times: new Float64Array(calls.length),
});

const ink = { prompt: 'prompt', cached: 'cached', completion: 'completion', limit: 'limit' };

function bars(calls: readonly Call[], width: number, limit: number | null = null) {
  const columns = columnsOf(calls);
  const layout = layoutOf(calls.length, width);
  const most = Math.max(...calls.map(([prompt, completion]) => prompt + completion));
  const sheet = { width, height: 20, scale: 1, cells: layout.cells, edges: layout.lefts };
  return sketch((brush) => paintTokens(brush, largestPerCell(columns, layout), { columns, most, limit }, sheet, ink));
}

test('a call’s completion is drawn above its prompt, and the largest call fills the height', () => {
  expect(
    bars(
      [
        [30, 10],
        [0, 0],
        [10, 10],
      ],
      60,
    ),
  ).toEqual([
    { ink: 'completion', x: 0, y: 1, width: 19, height: 5 },
    { ink: 'prompt', x: 0, y: 6, width: 19, height: 14 },
    { ink: 'completion', x: 40, y: 10, width: 19, height: 5 },
    { ink: 'prompt', x: 40, y: 15, width: 19, height: 5 },
  ]);
});

test('tokens that were read from a cache stand below those of the prompt that were not', () => {
  expect(bars([[30, 10, 20]], 60).map(({ ink, y, height }) => [ink, y, height])).toEqual([
    ['completion', 1, 5],
    ['prompt', 6, 4],
    ['cached', 10, 10],
  ]);
});

test('with a limit the bars are scaled to it, and a dotted line marks it', () => {
  const strokes = bars([[50, 0]], 60, 100);
  expect(strokes.find(({ ink }) => ink === 'prompt')).toMatchObject({ y: 10, height: 10 });
  expect(strokes.filter(({ ink }) => ink === 'limit').map(({ y }) => y)).toEqual(Array.from({ length: 10 }, () => 1));
});

test('a cell of several turns shows the largest call of them', () => {
  const calls = fc.array(fc.tuple(fc.nat(5000), fc.nat(5000)), { minLength: 1, maxLength: 400 });
  fc.assert(
    fc.property(calls, fc.integer({ min: 1, max: 300 }), (calls, width) => {
      const layout = layoutOf(calls.length, width);
      const sums = calls.map(([prompt, completion]) => prompt + completion);
      const found = Array.from(largestPerCell(columnsOf(calls), layout), (turn) => sums[turn]);
      const expected = Array.from({ length: layout.cells }, (_, cell) =>
        Math.max(...sums.slice(layout.firsts[cell], layout.firsts[cell + 1])),
      );
      expect(found).toEqual(expected);
    }),
  );
});
