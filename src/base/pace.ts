/**
 * How long work stays polite: a worker in a synchronous loop cannot receive *stop*. The engine has no clock and no
 * timers of its own, so the caller passes one of these in.
 */
export interface Pace {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Lets waiting messages in, then continues. */
  breathe(): Promise<void>;
  /** Milliseconds of work between two breaths; 8 unless stated. */
  readonly sliceMs?: number;
  /** True once the caller no longer wants the answer. */
  readonly stopped: boolean;
  /** Fraction done, 0 to 1. */
  progress?(fraction: number): void;
}

/** Thrown by `paced` when the caller requested a stop; caught where the call arrived, never shown to the user. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  constructor() {
    super('stopped by the caller');
  }
}

const usualSliceMs = 8;
/**
 * Reading the clock for every element would cost more than most elements. Where elements are slow, it is read for each.
 */
const longestStride = 64;
const strideMs = 1;

/** Walks `0..count-1` and gives way every few milliseconds. Throws `Stopped` when the caller requests a stop. */
export async function paced(count: number, pace: Pace, visit: (index: number) => void): Promise<void> {
  const { sliceMs = usualSliceMs } = pace;
  let sliceStart = pace.now();
  let lastReading = sliceStart;
  let stride = 1;
  let next = 0;
  for (let index = 0; index < count; index++) {
    visit(index);
    if (index < next) continue;
    const now = pace.now();
    stride = now - lastReading > strideMs ? Math.max(1, stride >> 1) : Math.min(longestStride, stride * 2);
    lastReading = now;
    next = index + stride;
    if (now - sliceStart < sliceMs) continue;
    pace.progress?.((index + 1) / count);
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    sliceStart = pace.now();
    lastReading = sliceStart;
  }
}

/**
 * Runs steps of work that cannot be counted and gives way in between. Throws `Stopped` when the caller requests a stop.
 */
export async function pacedSteps<T>(steps: Generator<void, T>, pace: Pace): Promise<T> {
  const { sliceMs = usualSliceMs } = pace;
  let sliceStart = pace.now();
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
    if (pace.now() - sliceStart < sliceMs) continue;
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    sliceStart = pace.now();
  }
}

/** Lets waiting messages in between two steps that each take long. Throws `Stopped` when the caller requests a stop. */
export async function giveWay(pace: Pace): Promise<void> {
  await pace.breathe();
  if (pace.stopped) throw new Stopped();
}

/** For a part of a longer work: all of its progress is that of the whole from one fraction to another. */
export const portion = (pace: Pace, from: number, to: number): Pace =>
  // Not copied by spreading, which would read `stopped` only once.
  Object.assign(quiet(pace), { progress: (fraction: number) => pace.progress?.(from + fraction * (to - from)) });

/** For a part whose progress says nothing about the whole. */
export const quiet = (pace: Pace): Pace => ({
  now: () => pace.now(),
  breathe: () => pace.breathe(),
  ...(pace.sliceMs !== undefined && { sliceMs: pace.sliceMs }),
  get stopped() {
    return pace.stopped;
  },
});

/** Runs steps without giving way: for callers that have nothing to wait for. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** For callers that never stop and need not yield, such as tests and the command line. */
export const unhurried: Pace = { now: () => 0, breathe: async () => {}, stopped: false };
