import type { Pace } from '../../base/pace.ts';
import { quantile, spent } from './measure.ts';

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
