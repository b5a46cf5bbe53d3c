import { elementAt, isRecord, ListView, type ListValue, type Value } from '../../model/value.ts';

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

  /** The elements of any list, ready to grow; of one list always the same, so that its futures can share elements. */
  static from(list: ListValue): AppendedList {
    if (list instanceof AppendedList) return list;
    const known = grown.get(list);
    if (known !== undefined) return known;
    const made = new AppendedList([...list], list.length, {});
    grown.set(list, made);
    return made;
  }

  static of(element: Value): AppendedList {
    return new AppendedList([element], 1, {});
  }

  append(element: Value): AppendedList {
    const next = this.#shared[this.length];
    if (next === undefined) this.#shared.push(element);
    // Going over the same events again leads to the same list: nothing has to be copied for it.
    if (next === undefined || isAlike(next, element)) {
      return new AppendedList(this.#shared, this.length + 1, this.column);
    }
    return new AppendedList([...this.#shared.slice(0, this.length), element], this.length + 1, {});
  }

  at(index: number): Value {
    return this.#shared[index] ?? null;
  }
}

const grown = new WeakMap<ListValue, AppendedList>();

/** Whether two values are interchangeable, as far as one look tells. */
function isAlike(a: Value, b: Value): boolean {
  if (!isRecord(a) || !isRecord(b)) return isOne(a, b);
  const keys = Object.keys(a);
  const others = Object.keys(b);
  return keys.length === others.length && keys.every((key, i) => key === others[i] && isOne(a[key], b[key]));
}

function isOne(a: Value | undefined, b: Value | undefined): boolean {
  if (!(a instanceof AppendedList) || !(b instanceof AppendedList)) return Object.is(a, b);
  return a.column === b.column && a.length === b.length;
}

/** An element as Python counts: `-1` is the last. */
export function pickElement(list: ListValue, index: number): Value | undefined {
  return elementAt(list, index < 0 ? list.length + index : index);
}
