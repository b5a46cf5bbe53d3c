import { ListView, type Value } from '../../model/value.ts';

/** The interface of a column. */
interface Column<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** A column whose elements are converted when they are read. */
class MappedList<T> extends ListView {
  readonly length: number;
  readonly #column: Column<T>;
  readonly #form: (element: T) => Value;

  constructor(column: Column<T>, length: number, form: (element: T) => Value) {
    super();
    this.length = length;
    this.#column = column;
    this.#form = form;
  }

  at(index: number): Value {
    const element = this.#column.at(index);
    return element === undefined ? null : this.#form(element);
  }
}

/**
 * A conversion of elements, with cached lists of them. One version of a column always has the same list, so that two moments
 * without a change between them are equal by identity.
 */
export class Form<T> {
  readonly #form: (element: T) => Value;
  readonly #lists = new WeakMap<Column<T>, MappedList<T>>();

  constructor(form: (element: T) => Value) {
    this.#form = form;
  }

  /** The converted column, or its first `length` elements. */
  list(column: Column<T>, length = column.length): ListView {
    const known = this.#lists.get(column);
    if (known?.length === length) return known;
    const list = new MappedList(column, length, this.#form);
    this.#lists.set(column, list);
    return list;
  }
}
