import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { verdictCodes } from '../../engine/model/verdict.ts';
import { runsOf } from '../paintVerdicts.ts';
import { contentOf, sharesPerCell, worstPerCell, worstTurnOf } from './aggregate.ts';
import { cellAt, cellOf, firstTurnOf, layoutOf, leftOf } from './layout.ts';

const { fire, pass, error } = verdictCodes;

const tracks = fc.record({ turns: fc.integer({ min: 1, max: 4000 }), width: fc.integer({ min: 1, max: 700 }) });

describe('a layout', () => {
  test('gives each turn to exactly one cell, in order', () => {
    fc.assert(
      fc.property(tracks, ({ turns, width }) => {
        const layout = layoutOf(turns, width);
        const astray = Array.from({ length: turns }, (_, turn) => turn).filter((turn) => {
          const cell = cellOf(layout, turn);
          return firstTurnOf(layout, cell) > turn || firstTurnOf(layout, cell + 1) <= turn;
        });
        expect(astray).toEqual([]);
        expect(firstTurnOf(layout, layout.cells)).toBe(turns);
      }),
    );
  });

  test('finds the cell at a place', () => {
    const layout = layoutOf(480, 960);
    for (let cell = 0; cell < layout.cells; cell++) expect(cellAt(layout, leftOf(layout, cell) + 0.5)).toBe(cell);
  });

  test('gives a short session the whole width', () => {
    expect(layoutOf(5, 1000)).toMatchObject({
      cells: 5,
      width: 1000,
      lefts: Float64Array.of(0, 200, 400, 600, 800, 1000),
    });
  });

  test('shows a part of the session in the same way: each turn in sight in one cell, at its place', () => {
    const parts = tracks.chain(({ turns, width }) =>
      fc.record({
        turns: fc.constant(turns),
        width: fc.constant(width),
        from: fc.double({ min: 0, max: turns - 1, noNaN: true }),
        shown: fc.double({ min: 0.5, max: turns, noNaN: true }),
      }),
    );
    fc.assert(
      fc.property(parts, ({ turns, width, from, shown }) => {
        const to = Math.min(turns, from + shown);
        const layout = layoutOf(turns, width, { from, to });
        const xOf = (turn: number) => ((turn - from) * width) / (to - from);
        expect([cellOf(layout, Math.floor(from)), cellOf(layout, Math.ceil(to))]).toEqual([0, layout.cells]);
        for (let turn = Math.floor(from); turn < Math.ceil(to); turn++) {
          const cell = cellOf(layout, turn);
          expect(firstTurnOf(layout, cell)).toBeLessThanOrEqual(turn);
          expect(firstTurnOf(layout, cell + 1)).toBeGreaterThan(turn);
          const astray = xOf(firstTurnOf(layout, cell)) - leftOf(layout, cell);
          expect(Math.abs(astray - 0.5)).toBeLessThan(0.5 + 1e-6);
        }
      }),
    );
  });

  test('has no cell for a session without turns, nor on a track without width', () => {
    expect(cellAt(layoutOf(0, 500), 10)).toBeNull();
    expect(cellAt(layoutOf(10, 0), 10)).toBeNull();
  });
});

describe('several turns in a cell', () => {
  test('one firing in 100 000 turns is never lost', () => {
    fc.assert(
      fc.property(fc.integer({ min: 0, max: 99_999 }), fc.integer({ min: 1, max: 1600 }), (turn, width) => {
        const codes = new Uint8Array(100_000).fill(pass);
        codes[turn] = fire;
        const layout = layoutOf(codes.length, width);
        const cells = worstPerCell(codes, layout);
        expect(cells.filter((code) => code === fire)).toHaveLength(1);
        expect(cells[cellOf(layout, turn)]).toBe(fire);
      }),
      { numRuns: 40 },
    );
  });

  test('each cell shows the worst of its turns', () => {
    const codes = fc.uint8Array({ min: 0, max: 5, minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(codes, fc.integer({ min: 1, max: 500 }), (codes, width) => {
        const layout = layoutOf(codes.length, width);
        const expected = new Uint8Array(layout.cells);
        for (const [turn, code] of codes.entries()) {
          const cell = cellOf(layout, turn);
          expected[cell] = Math.max(expected[cell] ?? 0, code);
        }
        expect(worstPerCell(codes, layout)).toEqual(expected);
      }),
    );
  });

  test('the share of a cell is that of its judged turns with its worst code, and one of them is never none', () => {
    const codes = fc.uint8Array({ min: 0, max: 5, minLength: 1, maxLength: 3000 });
    fc.assert(
      fc.property(codes, fc.integer({ min: 1, max: 300 }), (codes, width) => {
        const layout = layoutOf(codes.length, width);
        const worst = worstPerCell(codes, layout);
        const shares = sharesPerCell(codes, worst, layout);
        for (const [cell, share] of shares.entries()) {
          const own = codes.subarray(layout.firsts[cell], layout.firsts[cell + 1]);
          const judged = own.filter((code) => code !== 0);
          const hits = judged.filter((code) => code === worst[cell]).length;
          expect(share).toBe(own.length < 2 || judged.length === 0 ? 8 : Math.ceil((8 * hits) / judged.length));
          expect(share).toBeGreaterThan(0);
        }
      }),
    );
  });

  test('a click goes to the first of the worst turns, and the text counts them', () => {
    const codes = Uint8Array.of(pass, error, fire, fire, pass, pass, pass, pass);
    const layout = layoutOf(codes.length, 2);
    expect(worstTurnOf(codes, layout, 0)).toBe(2);
    expect(contentOf(codes, layout, 0)).toEqual({ first: 0, last: 3, worst: fire, hits: 2 });
    expect(contentOf(codes, layout, 1)).toEqual({ first: 4, last: 7, worst: pass, hits: 4 });
  });
});

test('runs cover all cells, and neighbouring runs differ', () => {
  expect(runsOf(Uint8Array.of(2, 2, 5, 0, 0))).toEqual([
    { mark: 2, from: 0, to: 2 },
    { mark: 5, from: 2, to: 3 },
    { mark: 0, from: 3, to: 5 },
  ]);
  expect(runsOf(new Uint8Array(0))).toEqual([]);
});
