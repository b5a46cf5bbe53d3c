/**
 * An append-only list as a value: appending yields a new list and leaves the old one unchanged. All versions share one
 * array as long as each append is to the newest version, or repeats what a later version has, so growing to n elements
 * costs n.
 */
export class Growing<T> implements Iterable<T> {
  readonly length: number;
  /** One object for all versions that share their elements: a result for some elements holds in each of them. */
  readonly column: object;
  /** Private to the runtime too: freezing a state deeply must not freeze what later versions write to. */
  readonly #shared: T[];

  private constructor(shared: T[], length: number, column: object) {
    this.#shared = shared;
    this.length = length;
    this.column = column;
  }

  static of<T>(...elements: readonly T[]): Growing<T> {
    return Growing.from(elements);
  }

  static from<T>(elements: Iterable<T>): Growing<T> {
    const shared = [...elements];
    return new Growing(shared, shared.length, {});
  }

  /** `isSame`: whether a later version's element may take the place of this one. */
  append(element: T, isSame: (known: T, element: T) => boolean = Object.is): Growing<T> {
    const length = this.length + 1;
    if (this.#shared.length === this.length) this.#shared.push(element);
    // A replay of the same events leads to the same elements, without a copy.
    else if (!isSame(this.#shared[this.length] as T, element)) {
      return new Growing([...this.#shared.slice(0, this.length), element], length, {});
    }
    return new Growing(this.#shared, length, this.column);
  }

  /** The version with the first `length` elements; it shares its array with this one. */
  first(length: number): Growing<T> {
    return length >= this.length ? this : new Growing(this.#shared, Math.max(0, length), this.column);
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
