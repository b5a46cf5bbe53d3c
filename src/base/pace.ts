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
/** Looking at the clock for every element would cost more than most elements. */
const strideMask = 63;

/** Walks `0..count-1`, giving way every few milliseconds. Throws `Stopped` when told to stop. */
export async function paced(count: number, pace: Pace, visit: (index: number) => void): Promise<void> {
  let sliceStart = pace.now();
  for (let index = 0; index < count; index++) {
    visit(index);
    if ((index & strideMask) === strideMask && pace.now() - sliceStart >= sliceMs) {
      pace.progress?.((index + 1) / count);
      await pace.breathe();
      if (pace.stopped) throw new Stopped();
      sliceStart = pace.now();
    }
  }
}

/** For callers that never stop and need not yield, such as tests and the command line. */
export const unhurried: Pace = { now: () => 0, breathe: async () => {}, stopped: false };
