import { MapView, type Value } from './value.ts';

/** A map with fixed keys. Each value is computed when it is read. */
export class ComputedMap extends MapView {
  readonly #names: readonly string[];
  readonly #compute: (key: string) => Value;

  constructor(names: readonly string[], compute: (key: string) => Value) {
    super();
    this.#names = names;
    this.#compute = compute;
  }

  override get(key: string): Value | undefined {
    return this.#names.includes(key) ? this.#compute(key) : undefined;
  }

  override keys(): readonly string[] {
    return this.#names;
  }
}
