import { Growth } from '../../model/growth.ts';
import { ListView, MapView, Unknown } from '../../model/value.ts';
import type { Value } from '../../model/value.ts';
import type { EvalResult } from '../evaluate/eval-result.ts';

/**
 * Keeps the results of macro bodies, element by element, for bodies that read only their element. An evaluation at
 * another turn, or with other values, then evaluates only new elements. It is valid for one tree over one session, which may
 * grow; plans of that tree may share it.
 */
export class LoopMemories {
  readonly #loops = new Map<number, LoopMemory>();
  readonly #growth: Growth;

  constructor(growth = new Growth()) {
    this.#growth = growth;
  }

  memoryOf(nodeId: number): LoopMemory {
    const known = this.#loops.get(nodeId) ?? new LoopMemory(this.#growth);
    this.#loops.set(nodeId, known);
    return known;
  }
}

/** The memory of one macro. */
export class LoopMemory {
  readonly #columns = new WeakMap<object, RememberedColumn>();
  readonly #growth: Growth;

  constructor(growth: Growth) {
    this.#growth = growth;
  }

  /** Null for a list that is not part of a growing column. */
  listOf(range: Value): RememberedList | null {
    if (!(range instanceof ListView)) return null;
    const own: number[] = [];
    let list = range;
    for (; list.altered !== null; list = list.altered.list) own.push(list.altered.index);
    if (list.column === null) return null;
    const column = this.#columns.get(list.column) ?? new RememberedColumn(this.#growth.count);
    this.#columns.set(list.column, column);
    column.forgetChanged(this.#growth, list);
    column.reach(range.length);
    return new RememberedList(column, range.length, list.order, own);
  }
}

class RememberedColumn {
  readonly elements: (Value | undefined)[] = [];
  readonly results: (EvalResult | undefined)[] = [];
  /** The changes of the session that they know. */
  #changes: number;

  constructor(changes: number) {
    this.#changes = changes;
  }

  /** Forgets the elements that were written at the changed turns. */
  forgetChanged(growth: Growth, list: ListView): void {
    if (growth.count === this.#changes) return;
    const kept = list.writtenBefore(growth.since(this.#changes));
    this.#changes = growth.count;
    for (const kind of [this.elements, this.results]) kind.length = Math.min(kind.length, kept);
  }

  /**
   * Reserves room for a list that is walked from its newest element: JavaScript makes an array that is filled from its
   * end slow.
   */
  reach(length: number): void {
    while (this.results.length < length) {
      this.elements.push(undefined);
      this.results.push(undefined);
    }
  }
}

/** A remembered column in the order and length of one list. */
export class RememberedList {
  readonly #column: RememberedColumn;
  readonly #length: number;
  readonly #order: ListView['order'];
  /** Indices whose elements differ from those of the column. */
  readonly #own: readonly number[];

  constructor(column: RememberedColumn, length: number, order: ListView['order'], own: readonly number[]) {
    this.#column = column;
    this.#length = length;
    this.#order = order;
    this.#own = own;
  }

  /** The first index, starting with `from`, whose result differs from `neutral` or is not known. */
  next(from: number, neutral: boolean | undefined): number {
    if (neutral === undefined) return from;
    const { results: outcomes } = this.#column;
    const own = this.#own.length > 0 ? this.#own : null;
    const [first, step] = this.#order === 'oldest-first' ? [0, 1] : [this.#length - 1, -1];
    for (let index = from; index < this.#length; index++) {
      if (outcomes[first + step * index] !== neutral || own?.includes(index) === true) return index;
    }
    return this.#length;
  }

  /** Undefined for a result that is not known yet, and for elements that differ from the column's. */
  resultAt(index: number): EvalResult | undefined {
    return this.#own.length > 0 && this.#own.includes(index) ? undefined : this.#column.results[this.#position(index)];
  }

  /** Only for an index that has a result. */
  elementAt(index: number): Value {
    return this.#column.elements[this.#position(index)] ?? null;
  }

  /**
   * Skips unknowns, because the place in their name differs at the next turn, and views, because they move with the
   * turn.
   */
  keep(index: number, element: Value, result: EvalResult): void {
    if (element instanceof Unknown || result instanceof Unknown || isView(element) || isView(result)) return;
    if (this.#own.includes(index)) return;
    const position = this.#position(index);
    this.#column.elements[position] = element;
    this.#column.results[position] = result;
  }

  #position(index: number): number {
    return this.#order === 'oldest-first' ? index : this.#length - 1 - index;
  }
}

/** A view moves with the turn, or may be replaced at a later turn. */
export const isView = (value: EvalResult): boolean => value instanceof ListView || value instanceof MapView;
