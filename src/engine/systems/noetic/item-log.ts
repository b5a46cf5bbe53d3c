import { Growing } from '../../model/growing.ts';
import { ListView, type Value } from '../../model/value.ts';
import { estimateItem } from './estimate.ts';

/**
 * The items of one context, oldest first. Appending yields a new log; one read earlier never grows. A parallel
 * branch goes on from its parent's log without a copy of it.
 */
export class ItemLog {
  /** Of its parent, at the moment of branching off. */
  readonly inherited: ItemLog | null;
  readonly own: Growing<Value>;
  /** The estimate of every item, summed up. */
  readonly tokens: number;
  /** The same object for all versions of one log, so that what was counted over one need not be counted again. */
  readonly column: object;

  private constructor(inherited: ItemLog | null, own: Growing<Value>, tokens: number, column: object) {
    this.inherited = inherited;
    this.own = own;
    this.tokens = tokens;
    this.column = column;
  }

  static of(items: Iterable<Value> = []): ItemLog {
    let log = new ItemLog(null, Growing.of<Value>(), 0, {});
    for (const item of items) log = log.append(item);
    return log;
  }

  get length(): number {
    return (this.inherited?.length ?? 0) + this.own.length;
  }

  append(item: Value): ItemLog {
    return new ItemLog(this.inherited, this.own.append(item), this.tokens + estimateItem(item), this.column);
  }

  /** What a branch starts with. */
  branch(): ItemLog {
    return new ItemLog(this.length === 0 ? null : this, Growing.of<Value>(), this.tokens, {});
  }

  at(index: number): Value | undefined {
    const log = this.#holding(index);
    return log.own.at(index - (log.inherited?.length ?? 0));
  }

  /** The log that the item was appended to: this one, or one that it goes on from. */
  #holding(index: number): ItemLog {
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

  /** As rules and panels see it: always the very same list for the same log. */
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
    this.column = log.column;
    this.length = log.length;
  }

  at(index: number): Value {
    return this.#log.at(index) ?? null;
  }
}
