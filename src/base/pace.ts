/**
 * How long work stays polite: a worker in a synchronous loop cannot hear *stop*.
 * The engine has no clock and no timers of its own, so whoever calls it passes one of these in.
 */
export interface Pace {
  /** Milliseconds, monotonic. */
  now(): number;
  /** Lets waiting messages in, then goes on. */
  breathe(): Promise<void>;
  /** True once the caller no longer wants the answer. */
  readonly stopped: boolean;
  /** Fraction done, 0 to 1. */
  progress?(fraction: number): void;
}

/** Thrown by `paced` when the caller said stop; caught where the call came in, never shown to the user. */
export class Stopped extends Error {
  override readonly name = 'Stopped';
  constructor() {
    super('stopped by the caller');
  }
}

const sliceMs = 8;
/** Looking at the clock for every element would cost more than most elements; of those that take long each is looked at. */
const longestStride = 64;
const strideMs = 1;

/** Walks `0..count-1`, giving way every few milliseconds. Throws `Stopped` when told to stop. */
export async function paced(count: number, pace: Pace, visit: (index: number) => void): Promise<void> {
  let sliceStart = pace.now();
  let looked = sliceStart;
  let stride = 1;
  let next = 0;
  for (let index = 0; index < count; index++) {
    visit(index);
    if (index < next) continue;
    const now = pace.now();
    stride = now - looked > strideMs ? Math.max(1, stride >> 1) : Math.min(longestStride, stride * 2);
    looked = now;
    next = index + stride;
    if (now - sliceStart < sliceMs) continue;
    pace.progress?.((index + 1) / count);
    await pace.breathe();
    if (pace.stopped) throw new Stopped();
    sliceStart = pace.now();
    looked = sliceStart;
  }
}

/** Goes through steps of work that cannot be counted, giving way in between. Throws `Stopped` when told to stop. */
export async function pacedSteps<T>(steps: Generator<void, T>, pace: Pace): Promise<T> {
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

/** Lets waiting messages in between two steps that take long each. Throws `Stopped` when told to stop. */
export async function giveWay(pace: Pace): Promise<void> {
  await pace.breathe();
  if (pace.stopped) throw new Stopped();
}

/** Goes through steps without giving way: for callers that have nobody to hear. */
export function atOnce<T>(steps: Generator<void, T>): T {
  for (;;) {
    const step = steps.next();
    if (step.done === true) return step.value;
  }
}

/** For callers that never stop and need not yield, such as tests and the command line. */
export const unhurried: Pace = { now: () => 0, breathe: async () => {}, stopped: false };
