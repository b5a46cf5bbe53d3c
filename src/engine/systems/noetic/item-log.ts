import { Growing } from '../../model/growing.ts';
import { ListView, type Value } from '../../model/value.ts';
import { estimateItem } from './estimate.ts';

/**
 * The immutable item log of one context, oldest first. Appending returns a new log. A parallel branch continues its
 * parent's log without copying it.
 */
export class ItemLog {
  /** The parent's log at the moment of branching. */
  readonly inherited: ItemLog | null;
  readonly own: Growing<Value>;
  /** The sum of the token estimates of all items. */
  readonly tokens: number;

  private constructor(inherited: ItemLog | null, own: Growing<Value>, tokens: number) {
    this.inherited = inherited;
    this.own = own;
    this.tokens = tokens;
  }

  static of(items: Iterable<Value> = []): ItemLog {
    let log = new ItemLog(null, Growing.of<Value>(), 0);
    for (const item of items) log = log.append(item);
    return log;
  }

  get length(): number {
    return (this.inherited?.length ?? 0) + this.own.length;
  }

  append(item: Value): ItemLog {
    return new ItemLog(this.inherited, this.own.append(item), this.tokens + estimateItem(item));
  }

  /** The initial log of a branch. */
  branch(): ItemLog {
    return new ItemLog(this.length === 0 ? null : this, Growing.of<Value>(), this.tokens);
  }

  at(index: number): Value | undefined {
    const log = this.#logWith(index);
    return log.own.at(index - (log.inherited?.length ?? 0));
  }

  /** The log that contains the item: this one, or one that it inherits from. */
  #logWith(index: number): ItemLog {
    let inherited: ItemLog | null = this.inherited;
    if (inherited === null || index >= inherited.length) return this;
    while (inherited.inherited !== null && index < inherited.inherited.length) inherited = inherited.inherited;
    return inherited;
  }

  /** The last `count` items, oldest first. */
  last(count: number): readonly Value[] {
    const items: Value[] = [];
    for (let i = Math.max(0, this.length - count); i < this.length; i++) items.push(this.at(i) ?? null);
    return items;
  }

  /** The list that rules and panels see: the same object for the same log. */
  get items(): ListView {
    const known = views.get(this);
    if (known !== undefined) return known;
    const view = new ItemsView(this);
    views.set(this, view);
    return view;
  }
}

const views = new WeakMap<ItemLog, ListView>();

class ItemsView extends ListView {
  override readonly column: object;
  readonly length: number;
  readonly #log: ItemLog;

  constructor(log: ItemLog) {
    super();
    this.#log = log;
    this.column = log.own.column;
    this.length = log.length;
  }

  at(index: number): Value {
    return this.#log.at(index) ?? null;
  }
}
