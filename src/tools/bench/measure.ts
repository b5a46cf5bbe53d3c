/** Long enough for the engine's hot paths to be compiled before anything counts. */
const warmUpMs = 150;

/** Milliseconds that this process has had of the processors: on the wall's clock whoever else is at work counts as well. */
export function spent(): number {
  const { user, system } = process.cpuUsage();
  return (user + system) / 1000;
}

/** Middle of several runs, in milliseconds of work. */
export async function median(runs: number, work: () => unknown): Promise<number> {
  for (const start = performance.now(); performance.now() - start < warmUpMs;) await work();
  return quantile(await times(runs, work), 0.5);
}

/** The least of several runs: what else the machine is busy with then counts little. */
export async function fastest(runs: number, work: () => unknown): Promise<number> {
  for (const start = performance.now(); performance.now() - start < warmUpMs;) await work();
  return Math.min(...(await times(runs, work)));
}

export async function times(runs: number, work: (run: number) => unknown): Promise<readonly number[]> {
  const taken: number[] = [];
  for (let run = 0; run < runs; run++) {
    const start = spent();
    await work(run);
    taken.push(spent() - start);
  }
  return taken;
}

export function quantile(taken: readonly number[], share: number): number {
  const sorted = taken.toSorted((a, b) => a - b);
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
