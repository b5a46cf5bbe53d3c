import { describe, expect, it } from 'vitest';
import { atOnce, giveWay, paced, pacedSteps, Stopped, type Pace } from './pace.ts';

/** A clock that advances only when the test's work says so. */
function manualPace() {
  const noted = { time: 0, looks: 0, pauses: [] as number[] };
  const pace = {
    now: () => {
      noted.looks++;
      return noted.time;
    },
    breathe: async () => {
      noted.pauses.push(noted.time);
    },
    stopped: false,
  };
  return { noted, pace };
}

const longestStretch = (pauses: readonly number[], end: number) =>
  Math.max(...[...pauses, end].map((time, index) => time - (pauses[index - 1] ?? 0)));

describe('walking at a pace', () => {
  it('gives way between slow visits', async () => {
    const { noted, pace } = manualPace();
    await paced(50, pace, () => (noted.time += 5));
    expect(longestStretch(noted.pauses, noted.time)).toBeLessThanOrEqual(10);
  });

  it('gives way soon where fast visits are followed by slow ones', async () => {
    const { noted, pace } = manualPace();
    await paced(600, pace, (index) => (noted.time += index < 500 ? 0.001 : 1));
    // Up to 64 slow steps run before the first look at the clock; after that, the stride shrinks.
    expect(longestStretch(noted.pauses, noted.time)).toBeLessThan(70);
    expect(noted.pauses.length).toBeGreaterThanOrEqual(4);
  });

  it('reads the clock rarely while visits are fast', async () => {
    const { noted, pace } = manualPace();
    await paced(100_000, pace, () => (noted.time += 0.0001));
    expect(noted.looks).toBeLessThan(100_000 / 32);
  });

  it('visits each once, in order', async () => {
    const { noted, pace } = manualPace();
    const visited: number[] = [];
    await paced(300, pace, (index) => {
      visited.push(index);
      noted.time += index % 7;
    });
    expect(visited).toEqual(Array.from({ length: 300 }, (_, index) => index));
  });

  it('also gives way between steps that cannot be counted, and returns their result', async () => {
    const { noted, pace } = manualPace();
    const steps = function* () {
      for (let i = 0; i < 20; i++) {
        noted.time += 5;
        yield;
      }
      return 'done';
    };
    expect(await pacedSteps(steps(), pace)).toBe('done');
    expect(longestStretch(noted.pauses, noted.time)).toBeLessThanOrEqual(10);
  });

  it('does not give way between steps that run at once, and returns the same result', () => {
    const visited: number[] = [];
    const steps = function* () {
      for (const step of [1, 2, 3]) {
        visited.push(step);
        yield;
      }
      return 'done';
    };
    expect(atOnce(steps())).toBe('done');
    expect(visited).toEqual([1, 2, 3]);
  });

  it('ends on a stop request', async () => {
    const { noted, pace } = manualPace();
    const stopped: Pace = { ...pace, stopped: true };
    let visits = 0;
    await expect(
      paced(1000, stopped, () => {
        visits++;
        noted.time += 3;
      }),
    ).rejects.toBeInstanceOf(Stopped);
    expect(visits).toBeLessThan(10);
    const endless = function* () {
      for (;;) {
        noted.time += 3;
        yield;
      }
    };
    await expect(pacedSteps(endless(), stopped)).rejects.toBeInstanceOf(Stopped);
    await expect(giveWay(stopped)).rejects.toBeInstanceOf(Stopped);
  });
});

it('gives way as often as its pace says', async () => {
  const { noted, pace } = manualPace();
  await paced(50, { ...pace, sliceMs: 2 }, () => (noted.time += 0.5));
  expect(longestStretch(noted.pauses, noted.time)).toBeLessThanOrEqual(4);
});
