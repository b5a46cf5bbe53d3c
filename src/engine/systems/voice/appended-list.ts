import { elementAt, isRecord, ListView, type ListValue, type Value } from '../../model/value.ts';

/**
 * An immutable list that `[+]` extends. Appending returns a new list and leaves the old one unchanged. All versions
 * share their elements as long as each append is to the newest version, so n appends cost O(n).
 */
export class AppendedList extends ListView {
  override readonly column: object;
  override readonly length: number;
  /** A runtime-private field, so that deep-freezing a state does not freeze the array that later versions write to. */
  readonly #shared: Value[];

  private constructor(shared: Value[], length: number, column: object) {
    super();
    this.#shared = shared;
    this.length = length;
    this.column = column;
  }

  /**
   * An extensible list with the elements of any list. The same input always returns the same result, so that all later
   * versions can share elements.
   */
  static from(list: ListValue): AppendedList {
    if (list instanceof AppendedList) return list;
    const known = appendedLists.get(list);
    if (known !== undefined) return known;
    const made = new AppendedList([...list], list.length, {});
    appendedLists.set(list, made);
    return made;
  }

  static of(element: Value): AppendedList {
    return new AppendedList([element], 1, {});
  }

  append(element: Value): AppendedList {
    const next = this.#shared[this.length];
    if (next === undefined) this.#shared.push(element);
    // A replay of the same events leads to the same list, without a copy.
    if (next === undefined || isInterchangeable(next, element)) {
      return new AppendedList(this.#shared, this.length + 1, this.column);
    }
    return new AppendedList([...this.#shared.slice(0, this.length), element], this.length + 1, {});
  }

  at(index: number): Value {
    return this.#shared[index] ?? null;
  }
}

const appendedLists = new WeakMap<ListValue, AppendedList>();

/** Whether two values are interchangeable, by a shallow comparison. */
function isInterchangeable(a: Value, b: Value): boolean {
  if (!isRecord(a) || !isRecord(b)) return isSameValue(a, b);
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return keys.length === others.length && keys.every((key, i) => key === others[i] && isSameValue(a[key], b[key]));
}

function isSameValue(a: Value | undefined, b: Value | undefined): boolean {
  if (!(a instanceof AppendedList) || !(b instanceof AppendedList)) return Object.is(a, b);
  return a.column === b.column && a.length === b.length;
}

/** An element by a Python index: `-1` is the last. */
export function pickElement(list: ListValue, index: number): Value | undefined {
  return elementAt(list, index < 0 ? list.length + index : index);
}
