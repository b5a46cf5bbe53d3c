import fc from 'fast-check';
import { describe, expect, it } from 'vitest';
import { growthLine, newPoints } from './artifactColumns.tsx';

const box = { width: 30, height: 10 };

describe('a line of growth', () => {
  it('goes up in steps from nothing to the largest size', () => {
    expect(growthLine([1, 2, 4], box)).toBe('M0 10V7.5H10V5H20V0H30');
  });

  it('falls where a smaller content replaced a larger one', () => {
    expect(growthLine([4, 2], box)).toBe('M0 10V0H15V5H30');
  });

  it('can begin at the latest points', () => {
    expect(growthLine([1, 2, 4], box, 2)).toBe('M20 5V0H30');
  });

  it('of only empty chunks stays at the bottom', () => {
    expect(growthLine([0, 0], box)).toBe('M0 10V10H15V10H30');
  });

  it('has at least one new point if a chunk is new, and never more points than there are', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.nat(100_000), (chunks, wanted) => {
        const here = Math.min(wanted, chunks);
        const points = Math.min(48, chunks);
        const fresh = newPoints(points, here, chunks);
        expect(fresh).toBeGreaterThanOrEqual(here === 0 ? 0 : 1);
        expect(fresh).toBeLessThanOrEqual(points);
      }),
    );
  });
});
