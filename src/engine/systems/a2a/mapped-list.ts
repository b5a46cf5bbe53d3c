import { ListView, type Value } from '../../model/value.ts';

/** What a column of any kind offers. */
interface Column<T> {
  readonly length: number;
  at(index: number): T | undefined;
}

/** A column in another form, computed where it is read. */
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
 * A form of things, with lists of them. A version of a column has one and the same list, so that two moments between
 * which it did not change are seen to be the same without looking inside.
 */
export class Form<T> {
  readonly #form: (element: T) => Value;
  readonly #lists = new WeakMap<Column<T>, MappedList<T>>();

  constructor(form: (element: T) => Value) {
    this.#form = form;
  }

  /** The column, or as much of it as is asked for. */
  list(column: Column<T>, length = column.length): ListView {
    const known = this.#lists.get(column);
    if (known?.length === length) return known;
    const list = new MappedList(column, length, this.#form);
    this.#lists.set(column, list);
    return list;
  }
}
