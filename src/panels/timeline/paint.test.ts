import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { type VerdictKind, verdictCodes, verdictKinds } from '../../engine/model/verdict.ts';
import { paintVerdicts } from '../paintVerdicts.ts';
import { worstPerCell } from './aggregate.ts';
import { changeCodes } from '../../state/verdictChange.ts';
import { differenceOf, only } from '../difference.ts';
import { layoutOf } from './layout.ts';
import { paintDifference } from './DifferenceRow.tsx';
import { sketch } from './testing.ts';

const ink = {
  pass: 'pass',
  fire: 'fire',
  error: 'error',
  unknown: 'unknown',
  value: 'value',
  'n/a': 'n/a',
  faintFire: 'faint fire',
  faintError: 'faint error',
} as const;

const sheetOf = (cells: number, width: number, scale = 1) => ({ width, height: 20 * scale, scale, cells });

const paintOf = (codes: readonly number[], width: number, scale = 1) =>
  sketch((brush) => paintVerdicts(brush, Uint8Array.from(codes), sheetOf(codes.length, width, scale), ink));

describe('each verdict has a shape of its own', () => {
  const shapeOf = (kind: VerdictKind) =>
    paintOf([verdictCodes[kind]], 16)
      .map(({ x, y, width, height }) => `${x},${y} ${width}×${height}`)
      .join(' ');

  test('that distinguishes it without colour', () => {
    expect(new Set(verdictKinds.map(shapeOf)).size).toBe(verdictKinds.length);
  });

  test('a firing is the tallest, a pass low, a value between', () => {
    const heightOf = (kind: VerdictKind) => Math.max(...paintOf([verdictCodes[kind]], 16).map((s) => s.height));
    expect(heightOf('fire')).toBeGreaterThan(heightOf('value'));
    expect(heightOf('value')).toBeGreaterThan(heightOf('pass'));
  });

  test('every mark stays on the sheet, sharp on whole device pixels', () => {
    const codes = fc.array(fc.integer({ min: 0, max: 5 }), { minLength: 1, maxLength: 60 });
    fc.assert(
      fc.property(codes, fc.integer({ min: 60, max: 400 }), fc.constantFrom(1, 2, 3), (codes, width, scale) => {
        const astray = paintOf(codes, width * scale, scale).filter(({ x, y, width: wide, height }) => {
          const isSharp = [x, y, wide, height].every(Number.isInteger);
          return !isSharp || x < 0 || x + wide > width * scale || y < 0 || y + height > 20 * scale;
        });
        expect(astray).toEqual([]);
      }),
    );
  });
});

test('one firing among 100 000 turns is painted, at least two pixels wide', () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: 99_999 }), (turn) => {
      const codes = new Uint8Array(100_000).fill(verdictCodes.pass);
      codes[turn] = verdictCodes.fire;
      const layout = layoutOf(codes.length, 900);
      const strokes = sketch((brush) => paintVerdicts(brush, worstPerCell(codes, layout), sheetOf(900, 900), ink));
      const fires = strokes.filter((stroke) => stroke.ink === 'fire');
      expect(fires).toHaveLength(1);
      // At the left edge there is no neighbour to take a pixel from.
      expect(fires[0]?.width).toBe(turn < 112 ? 1 : 2);
    }),
    { numRuns: 30 },
  );
});

describe('where not all judged turns of a cell fire', () => {
  const { pass, fire, error } = verdictCodes;
  const paintShares = (cells: readonly number[], shares: readonly number[], width: number) =>
    sketch((brush) =>
      paintVerdicts(brush, Uint8Array.from(cells), sheetOf(cells.length, width), ink, Uint8Array.from(shares)),
    );
  const columnOf = (share: number) =>
    paintShares([fire], [share], 1).map(({ ink, y, height }) => `${ink} ${y}–${y + height}`);

  test('its column is filled so far, and its top always', () => {
    expect(columnOf(8)).toEqual(['fire 1–19']);
    expect(columnOf(4)).toEqual(['faint fire 6–10', 'fire 1–6', 'fire 10–19']);
    expect(columnOf(1)).toEqual(['faint fire 6–17', 'fire 1–6', 'fire 17–19']);
  });

  test('errors are hatched in the same way, and cells that pass stay low bars', () => {
    const inks = new Set(paintShares([error, pass], [3, 3], 20).map((stroke) => stroke.ink));
    expect([...inks]).toEqual(['faint error', 'error', 'pass']);
    expect(paintShares([pass, pass], [1, 2], 2)).toHaveLength(1);
  });

  test('every mark stays on the sheet', () => {
    const cells = fc.array(fc.record({ code: fc.integer({ min: 0, max: 5 }), share: fc.integer({ min: 1, max: 8 }) }), {
      minLength: 1,
      maxLength: 60,
    });
    fc.assert(
      fc.property(cells, fc.integer({ min: 60, max: 200 }), (cells, width) => {
        const codes = cells.map(({ code }) => code);
        const shares = cells.map(({ share }) => share);
        const astray = paintShares(codes, shares, width).filter(
          ({ x, y, width: wide, height }) => x < 0 || x + wide > width || y < 0 || y + height > 20 || height < 0,
        );
        expect(astray).toEqual([]);
      }),
    );
  });
});

test('a run without room for gaps is painted in one stroke, so that a long session costs no more than a short one', () => {
  const strokes = paintOf(
    Array.from({ length: 900 }, () => verdictCodes.pass),
    900,
  );
  expect(strokes).toHaveLength(1);
});

describe('the difference between two rules', () => {
  const { fire, pass, error, unknown } = verdictCodes;
  const baseline = Uint8Array.of(fire, fire, pass, pass, pass);
  const draft = Uint8Array.of(pass, fire, fire, error, pass);
  const difference = differenceOf(baseline, draft, { baseline: false, draft: false });

  test('counts newly blocked turns, turns no longer blocked, and other changes', () => {
    expect(difference).toMatchObject({ released: 1, blocked: 1, unknown: 0, other: 1 });
  });

  test('counts the selected turns alone, and judges all', () => {
    const selected = differenceOf(baseline, draft, { baseline: false, draft: false }, { first: 1, last: 2 });
    expect(selected).toEqual({ codes: difference.codes, blocked: 1, released: 0, unknown: 0, other: 0 });
  });

  test('counts an error as decided: a misspelt key blocks every turn that it is judged at', () => {
    const all = Uint8Array.of(fire, fire, pass);
    const misspelt = Uint8Array.of(error, error, error);
    const of = (stops: boolean) => differenceOf(all, misspelt, { baseline: stops, draft: stops });
    expect(of(true)).toMatchObject({ released: 0, blocked: 1, other: 2 });
    expect(of(false)).toMatchObject({ released: 2, blocked: 0, other: 1 });
  });

  test('agrees with a recount of the two lists, with errors mapped before the comparison', () => {
    const code = fc.integer({ min: 0, max: 5 });
    fc.assert(
      fc.property(fc.array(fc.tuple(code, code)), fc.boolean(), fc.boolean(), (turns, before, now) => {
        const decided = (one: number, stops: boolean) => (one === error ? (stops ? fire : pass) : one);
        const known = turns.filter(([a, b]) => (a === unknown) === (b === unknown));
        const mapped = known.map(([a, b]) => [decided(a, before) === fire, decided(b, now) === fire] as const);
        const found = differenceOf(Uint8Array.from(turns.map(([a]) => a)), Uint8Array.from(turns.map(([, b]) => b)), {
          baseline: before,
          draft: now,
        });
        expect(found.unknown).toBe(turns.length - known.length);
        expect(found.blocked).toBe(mapped.filter(([a, b]) => !a && b).length);
        expect(found.released).toBe(mapped.filter(([a, b]) => a && !b).length);
      }),
    );
  });

  test('an unknown verdict is never a loosening: the turn is not comparable', () => {
    const stops = { baseline: true, draft: true };
    const of = (was: number, is: number) => differenceOf(Uint8Array.of(was), Uint8Array.of(is), stops).codes[0];
    for (const known of [fire, error, pass]) {
      expect(of(known, unknown)).toBe(changeCodes.unknown);
      expect(of(unknown, known)).toBe(changeCodes.unknown);
    }
    expect(of(unknown, unknown)).toBe(changeCodes.same);
  });

  test('points up for new firings, in the upper half, down for released ones, in the lower, and dots between', () => {
    const { codes } = differenceOf(Uint8Array.of(...baseline, fire), Uint8Array.of(...draft, unknown), {
      baseline: false,
      draft: false,
    });
    const cells = {
      blocked: only(codes, changeCodes.blocked),
      released: only(codes, changeCodes.released),
      unknown: only(codes, changeCodes.unknown),
      other: only(codes, changeCodes.other),
    };
    const strokes = sketch((brush) =>
      paintDifference(brush, cells, sheetOf(6, 120), {
        blocked: 'up',
        released: 'down',
        unknown: 'dots',
        other: 'dash',
      }),
    );
    const rowsOf = (ink: string) => strokes.filter((stroke) => stroke.ink === ink).map((stroke) => stroke.y);
    expect(Math.max(...rowsOf('up'))).toBeLessThan(10);
    expect(Math.min(...rowsOf('down'))).toBeGreaterThan(10);
    expect(rowsOf('dash')).toEqual([10]);
    expect(new Set(rowsOf('dots'))).toEqual(new Set([8, 12]));
  });
});
