/** Number of results that are kept: after one session of a file, the user often opens the next one. */
const kept = 2;

/** Computes a value on request, and keeps the latest few. */
export class Latest<Key, Made> {
  readonly #make: (key: Key) => Promise<Made>;
  readonly #made = new Map<Key, Promise<Made>>();

  constructor(make: (key: Key) => Promise<Made>) {
    this.#make = make;
  }

  of(key: Key): Promise<Made> {
    const made = this.#made.get(key) ?? this.#make(key);
    this.#made.delete(key);
    this.#made.set(key, made);
    for (const [oldest] of this.#made) {
      if (this.#made.size <= kept) break;
      this.#made.delete(oldest);
    }
    return made;
  }
}
