import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { timeAxisOf } from './axis.ts';
import { cellOf, layoutOf, leftOf } from './layout.ts';
import { breaksOf, timeTicksOf } from './Ruler.tsx';

const at = (...times: readonly (number | null)[]) => Float64Array.from(times, (time) => time ?? NaN);
const widths = (times: Float64Array) => {
  const positions = timeAxisOf(times)?.positions ?? new Float64Array();
  return Array.from(positions.subarray(1), (end, turn) => end - (positions[turn] ?? 0));
};

describe('an axis in time', () => {
  test('gives a turn the time until the next one, and the last turn a usual one', () => {
    expect(widths(at(0, 100, 400, 600))).toEqual([100, 300, 200, 200]);
  });

  test('draws a gap of more than ten usual ones as long as ten, and says where it is', () => {
    const axis = timeAxisOf(at(0, 100, 200, 300, 90_000, 90_100));
    expect(axis?.breaks).toEqual([{ turn: 4, ms: 89_700 }]);
    expect(axis?.positions).toEqual(Float64Array.of(0, 100, 200, 300, 1300, 1400, 1500));
  });

  test('keeps turns at the same time, and those that were recorded out of order, apart', () => {
    expect(widths(at(0, 100, 100, 50, 150))).toEqual([100, 10, 10, 100, 100]);
  });

  test('lets turns without a time share the gap around them', () => {
    expect(widths(at(null, 0, null, null, 300, 400))).toEqual([100, 100, 100, 100, 100, 100]);
  });

  test('needs two different times', () => {
    expect(timeAxisOf(at())).toBeNull();
    expect(timeAxisOf(at(null, 5, null))).toBeNull();
    expect(timeAxisOf(at(5, 5, 5))).toBeNull();
  });

  const recordings = fc.array(fc.option(fc.integer({ min: 0, max: 10_000_000 })), { minLength: 2, maxLength: 600 });

  test('increases from turn to turn, and compresses only the gaps that it lists', () => {
    fc.assert(
      fc.property(recordings, (times) => {
        const axis = timeAxisOf(at(...times));
        fc.pre(axis !== null);
        const lengths = widths(at(...times));
        const most = Math.max(...lengths);
        expect(Math.min(...lengths)).toBeGreaterThan(0);
        const cut = new Set(axis?.breaks.map(({ turn }) => turn));
        for (const [turn, time] of times.entries()) {
          const next = times[turn + 1];
          if (time === null || next === null || next === undefined) continue;
          const isWhole = Math.abs((lengths[turn] ?? 0) - (next - time)) < 1e-3;
          expect(isWhole || cut.has(turn + 1) || next - time < most).toBe(true);
        }
      }),
    );
  });

  test('gives each turn to one cell, in order, however narrow the track is', () => {
    fc.assert(
      fc.property(recordings, fc.integer({ min: 1, max: 500 }), (times, width) => {
        const axis = timeAxisOf(at(...times));
        fc.pre(axis !== null);
        const layout = layoutOf(times.length, width, null, axis?.positions ?? null);
        const lefts = Array.from({ length: layout.cells + 1 }, (_, cell) => leftOf(layout, cell));
        expect(lefts.every((left, cell) => cell === 0 || left > (lefts[cell - 1] ?? 0))).toBe(true);
        expect([lefts[0], Math.round(lefts.at(-1) ?? 0)]).toEqual([0, width]);
        const cells = times.map((_, turn) => cellOf(layout, turn));
        expect(cells.every((cell, turn) => cell - (cells[turn - 1] ?? 0) <= 1 && cell >= (cells[turn - 1] ?? 0))).toBe(
          true,
        );
      }),
    );
  });
});

describe('the ruler of an axis in time', () => {
  const midnight = Date.UTC(2026, 4, 20);
  const times = at(
    ...Array.from({ length: 200 }, (_, turn) => midnight + turn * 60_000 + (turn > 100 ? 86_400_000 : 0)),
  );
  const axis = timeAxisOf(times);
  const layout = layoutOf(times.length, 1200, null, axis?.positions ?? null);

  test('has times that do not overlap, and the day where it changes', () => {
    const ticks = timeTicksOf(layout, times);
    expect(ticks[0]?.text).toBe('05-20 00:00:00');
    expect(ticks.filter(({ text }) => text.includes('-')).map(({ text }) => text.slice(0, 5))).toEqual([
      '05-20',
      '05-21',
    ]);
    for (const [index, { left }] of ticks.entries()) {
      const before = ticks[index - 1];
      expect(before === undefined || left > before.left + before.width).toBe(true);
    }
  });

  test('marks the compressed gap', () => {
    expect(axis === null ? [] : breaksOf(layout, axis)).toEqual([leftOf(layout, cellOf(layout, 101))]);
  });

  test('shows milliseconds where turns are close', () => {
    const close = at(midnight, midnight + 20, midnight + 250);
    const near = layoutOf(3, 400, null, timeAxisOf(close)?.positions ?? null);
    expect(timeTicksOf(near, close).map(({ text }) => text)).toEqual(['05-20 00:00:00.000', '00:00:00.250']);
  });
});
