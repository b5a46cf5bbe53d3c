import { ListView } from './value.ts';
import type { Value } from './value.ts';

/** The current turn of a whole family of views. Moving it moves them all. */
export interface Cursor {
  turn: number;
}

/** A few steps are cheaper than a search, and a sweep never needs more. */
const nearby = 4;

/**
 * How many elements of a column existed at the cursor's turn. It keeps the last answer, because a sweep walks forward.
 */
export class Prefix {
  readonly #cursor: Cursor;
  /** The turn in which each element was written, ascending. */
  readonly #turns: readonly number[];
  #turn = Number.NEGATIVE_INFINITY;
  #length = 0;

  constructor(cursor: Cursor, turns: readonly number[]) {
    this.#cursor = cursor;
    this.#turns = turns;
  }

  get length(): number {
    const turn = this.#cursor.turn;
    if (turn === this.#turn) return this.#length;
    this.#length = turn > this.#turn ? forward(this.#turns, this.#length, turn) : written(this.#turns, turn);
    this.#turn = turn;
    return this.#length;
  }

  /** How many elements turns before this one wrote, whatever the cursor's turn. */
  before(turn: number): number {
    return written(this.#turns, turn - 1);
  }
}

function forward(turns: readonly number[], from: number, turn: number): number {
  for (let i = from; i < from + nearby; i++) {
    const next = turns[i];
    if (next === undefined || next > turn) return i;
  }
  return written(turns, turn, from + nearby);
}

/** How many elements were written up to and including a turn: a binary search. */
export function written(turns: readonly number[], turn: number, from = 0): number {
  let low = from;
  let high = turns.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((turns[middle] ?? turn) <= turn) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** The elements of a column that existed at the cursor's turn, as a list in one order or the other. */
export class PrefixList extends ListView {
  override readonly column: object;
  override readonly order: ListView['order'];
  readonly #prefix: Prefix;
  readonly #read: (position: number, index: number) => Value;

  /** `read` gets the position in the column, from 0, and the index under which the list shows it. */
  constructor(
    prefix: Prefix,
    column: object,
    order: ListView['order'],
    read: (position: number, index: number) => Value,
  ) {
    super();
    this.#prefix = prefix;
    this.column = column;
    this.order = order;
    this.#read = read;
  }

  get length(): number {
    return this.#prefix.length;
  }

  at(index: number): Value {
    return this.#read(this.order === 'oldest-first' ? index : this.#prefix.length - 1 - index, index);
  }

  override writtenBefore(turn: number): number {
    return this.#prefix.before(turn);
  }
}
