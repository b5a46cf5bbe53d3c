import * as fc from 'fast-check';
import { describe, expect, test } from 'vitest';
import { extended, panned, positionOf, withTurn, zoomed } from './sight.ts';

const even = (turns: number) => ({ turns, positions: null });
const axes = fc.oneof(
  fc.integer({ min: 8, max: 5000 }).map(even),
  fc.array(fc.integer({ min: 1, max: 900 }), { minLength: 8, maxLength: 400 }).map((widths) => {
    const positions = new Float64Array(widths.length + 1);
    for (const [turn, width] of widths.entries()) positions[turn + 1] = (positions[turn] ?? 0) + width;
    return { turns: widths.length, positions };
  }),
);

describe('zooming', () => {
  test('keeps the turn under the pointer where it is', () => {
    expect(zoomed(even(100), null, 0.5, 0.5)).toEqual({ from: 25, to: 75 });
    expect(zoomed(even(100), { from: 25, to: 75 }, 0, 0.5)).toEqual({ from: 25, to: 50 });
    expect(zoomed(even(100), { from: 25, to: 75 }, 0.5, 1.5)).toEqual({ from: 12.5, to: 87.5 });
  });

  test('out far enough shows the whole session', () => {
    expect(zoomed(even(100), { from: 25, to: 75 }, 0.5, 2)).toBeNull();
  });

  test('in ends at a few turns, and a session of fewer turns does not zoom', () => {
    expect(zoomed(even(100), { from: 50, to: 56 }, 0.5, 0.1)).toEqual({ from: 51, to: 55 });
    expect(zoomed(even(3), null, 0.5, 0.5)).toBeNull();
  });

  test('and moving show a part of the session, of the same length on any axis', () => {
    const steps = fc.array(
      fc.record({ anchor: fc.double({ min: 0, max: 1, noNaN: true }), by: fc.constantFrom(0.5, 0.8, 1.25) }),
    );
    fc.assert(
      fc.property(axes, steps, (axis, steps) => {
        const whole = positionOf(axis, axis.turns);
        const lengthOf = (sight: ReturnType<typeof zoomed>) =>
          sight === null ? whole : positionOf(axis, sight.to) - positionOf(axis, sight.from);
        let sight: ReturnType<typeof zoomed> = null;
        for (const { anchor, by } of steps) {
          const wanted = lengthOf(sight) * by;
          sight = zoomed(axis, sight, anchor, by);
          const isAsWanted = Math.abs(lengthOf(sight) - wanted) < 1e-6 * whole;
          expect(isAsWanted || sight === null || lengthOf(sight) * axis.turns < 4.001 * whole).toBe(true);
          const moved = panned(axis, sight, 2 * anchor - 1);
          expect(Math.abs(lengthOf(moved) - lengthOf(sight))).toBeLessThan(1e-6 * whole);
          expect(moved === null || (moved.from >= 0 && moved.from < moved.to && moved.to <= axis.turns)).toBe(true);
        }
      }),
    );
  });
});

test('the part in sight moves with the cursor when it leaves it', () => {
  const sight = { from: 40, to: 80 };
  expect(withTurn(sight, 41)).toBe(sight);
  expect(withTurn(sight, 80)).toEqual({ from: 46, to: 86 });
  expect(withTurn(sight, 30)).toEqual({ from: 25, to: 65 });
  expect(withTurn(sight, 2)).toEqual({ from: 0, to: 40 });
});

test('a selection grows from the cursor, and shrinks again when the cursor goes back', () => {
  const first = extended(null, 5, 6);
  expect(first).toEqual({ first: 5, last: 6 });
  expect(extended(first, 6, 7)).toEqual({ first: 5, last: 7 });
  expect(extended({ first: 5, last: 7 }, 7, 3)).toEqual({ first: 3, last: 5 });
  expect(extended({ first: 3, last: 5 }, 3, 4)).toEqual({ first: 4, last: 5 });
  expect(extended({ first: 3, last: 5 }, 20, 19)).toEqual({ first: 19, last: 20 });
});
