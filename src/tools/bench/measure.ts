import type { Pace } from '../../base/pace.ts';

/** Enough runs for the JavaScript engine to compile the hot paths before the measurement. */
const warmUpMs = 150;

/** Milliseconds of processor time of this process: wall-clock time would include other programs. */
export function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Median of several runs, in milliseconds of processor time. */
export async function median(runs: number, work: () => unknown): Promise<number> {
  for (const start = performance.now(); performance.now() - start < warmUpMs;) await work();
  return quantile(await times(runs, work), 0.5);
}

/** Minimum of several runs, so that other load on the machine matters little. */
export async function fastest(runs: number, work: () => unknown): Promise<number> {
  for (const start = performance.now(); performance.now() - start < warmUpMs;) await work();
  return Math.min(...(await times(runs, work)));
}

export async function times(runs: number, work: (run: number) => unknown): Promise<readonly number[]> {
  const durations: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = spent();
    await work(run);
    durations.push(spent() - start);
  }
  return durations;
}

export function quantile(durations: readonly number[], share: number): number {
  const sorted = durations.toSorted((a, b) => a - b);
  return sorted[Math.min(sorted.length - 1, Math.floor(sorted.length * share))] ?? Number.NaN;
}

/** One line of the report: what was measured, against what, and the budget. */
export interface Line {
  readonly what: string;
  readonly measured: string;
  readonly budget: string;
  readonly kept: boolean | null;
}

export const ms = (milliseconds: number): string => `${milliseconds.toFixed(milliseconds < 10 ? 2 : 0)} ms`;

export const ratio = (times: number): string => `${times.toFixed(times < 10 ? 2 : 0)} ×`;

/** Measures how long the engine works between two pauses, because the worker cannot receive messages meanwhile. */
export class Held {
  readonly #slices: number[] = [];
  #since = spent();

  readonly pace: Pace = {
    now: () => performance.now(),
    breathe: async () => {
      this.#slices.push(spent() - this.#since);
      await new Promise<void>((resolve) => {
        setImmediate(resolve);
      });
      this.#since = spent();
    },
    stopped: false,
  };

  async over<T>(work: (pace: Pace) => Promise<T>): Promise<T> {
    this.#since = spent();
    const done = await work(this.pace);
    this.#slices.push(spent() - this.#since);
    return done;
  }

  get slices(): number {
    return this.#slices.length;
  }

  quantile(share: number): number {
    return quantile(this.#slices, share);
  }
}
