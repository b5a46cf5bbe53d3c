import { Growing } from '../../model/growing.ts';
import { elementAt, isRecord, ListView, type ListValue, type Value } from '../../model/value.ts';

/** An immutable list that `[+]` extends: appending returns a new list and leaves the old one unchanged. */
export class AppendedList extends ListView {
  override readonly column: object;
  override readonly length: number;
  readonly #elements: Growing<Value>;

  private constructor(elements: Growing<Value>) {
    super();
    this.#elements = elements;
    this.length = elements.length;
    this.column = elements.column;
  }

  /**
   * An extensible list with the elements of any list. The same input always returns the same result, so that all later
   * versions can share elements.
   */
  static from(list: ListValue): AppendedList {
    if (list instanceof AppendedList) return list;
    const known = appendedLists.get(list);
    if (known !== undefined) return known;
    const made = new AppendedList(Growing.from(list));
    appendedLists.set(list, made);
    return made;
  }

  static of(element: Value): AppendedList {
    return new AppendedList(Growing.of(element));
  }

  append(element: Value): AppendedList {
    return new AppendedList(this.#elements.append(element, isInterchangeable));
  }

  at(index: number): Value {
    return this.#elements.at(index) ?? null;
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
