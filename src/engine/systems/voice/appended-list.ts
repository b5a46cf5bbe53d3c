import { elementAt, ListView, type ListValue, type Value } from '../../model/value.ts';

/**
 * A list that `[+]` has made longer. Appending yields a new list and the old one stays what it was; all versions share
 * their elements as long as each append is to the newest, so that a list grown to n costs n.
 */
export class AppendedList extends ListView {
  override readonly column: object;
  override readonly length: number;
  /** Private to the runtime too: freezing a state deeply must not freeze what later versions write to. */
  readonly #shared: Value[];

  private constructor(shared: Value[], length: number, column: object) {
    super();
    this.#shared = shared;
    this.length = length;
    this.column = column;
  }

  /** The elements of any list, ready to grow. */
  static from(list: ListValue): AppendedList {
    return list instanceof AppendedList ? list : new AppendedList([...list], list.length, {});
  }

  static of(...elements: readonly Value[]): AppendedList {
    return AppendedList.from(elements);
  }

  append(element: Value): AppendedList {
    if (this.#shared.length === this.length) {
      this.#shared.push(element);
      return new AppendedList(this.#shared, this.length + 1, this.column);
    }
    return new AppendedList([...this.#shared.slice(0, this.length), element], this.length + 1, {});
  }

  at(index: number): Value {
    return this.#shared[index] ?? null;
  }
}

/** An element as Python counts: `-1` is the last. */
export function pickElement(list: ListValue, index: number): Value | undefined {
  return elementAt(list, index < 0 ? list.length + index : index);
}
