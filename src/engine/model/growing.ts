/**
 * An append-only list as a value: appending yields a new list and leaves the old one unchanged. All versions share one
 * array as long as each append is to the newest version, so growing to n elements costs n.
 */
export class Growing<T> implements Iterable<T> {
  /** Private to the runtime too: freezing a state deeply must not freeze what later versions write to. */
  readonly #shared: T[];
  readonly length: number;

  private constructor(shared: T[], length: number) {
    this.#shared = shared;
    this.length = length;
  }

  static of<T>(...elements: readonly T[]): Growing<T> {
    return new Growing([...elements], elements.length);
  }

  append(element: T): Growing<T> {
    const isNewest = this.#shared.length === this.length;
    const shared = isNewest ? this.#shared : this.#shared.slice(0, this.length);
    shared.push(element);
    return new Growing(shared, shared.length);
  }

  /** The version with the first `length` elements; it shares its array with this one. */
  first(length: number): Growing<T> {
    return length >= this.length ? this : new Growing(this.#shared, Math.max(0, length));
  }

  /** As `Array.at`: negative counts from the end. */
  at(index: number): T | undefined {
    const position = index < 0 ? this.length + index : index;
    return position >= 0 && position < this.length ? this.#shared[position] : undefined;
  }

  *[Symbol.iterator](): Iterator<T> {
    for (let i = 0; i < this.length; i++) yield this.#shared[i] as T; // i is within the version's own part
  }
}
