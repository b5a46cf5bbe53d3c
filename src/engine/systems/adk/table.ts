/**
 * A map as a value, in the order of a Python dict: a key that is written again keeps its place, one that was deleted
 * comes back at the end. Writing yields a new table and the old one stays what it was. All versions share one log as
 * long as each write is to the newest, so that n writes cost n whatever the table holds.
 */
export class Table<K, V> {
  /** Private to the runtime too: freezing a state deeply must not freeze what later versions write to. */
  readonly #log: Log<K, V>;
  readonly #version: number;
  readonly size: number;

  private constructor(log: Log<K, V>, version: number, size: number) {
    this.#log = log;
    this.#version = version;
    this.size = size;
  }

  /** Always a new one: two tables that hold the same are still two. */
  static of<K, V>(entries: Iterable<readonly [K, V]> = []): Table<K, V> {
    const log: Log<K, V> = { newest: 0, columns: new Map(), slots: [], open: new Map() };
    for (const [key, value] of entries) write(log, key, value, 0);
    return new Table(log, 0, log.open.size);
  }

  get(key: K): V | undefined {
    const held = this.#held(key);
    return held === gone ? undefined : held;
  }

  has(key: K): boolean {
    return this.#held(key) !== gone;
  }

  /** The very same table where the key holds that very value already. */
  set(key: K, value: V): Table<K, V> {
    const held = this.#held(key);
    if (Object.is(held, value)) return this;
    const log = this.#writable();
    log.newest += 1;
    write(log, key, value, log.newest);
    return new Table(log, log.newest, this.size + (held === gone ? 1 : 0));
  }

  delete(key: K): Table<K, V> {
    if (!this.has(key)) return this;
    const log = this.#writable();
    log.newest += 1;
    log.columns.get(key)?.push({ version: log.newest, value: gone });
    const slot = log.open.get(key);
    if (slot !== undefined) slot.until = log.newest;
    log.open.delete(key);
    return new Table(log, log.newest, this.size - 1);
  }

  *keys(): IterableIterator<K> {
    for (const { key, since, until } of this.#log.slots) {
      if (since > this.#version) return;
      if (until > this.#version) yield key;
    }
  }

  *entries(): IterableIterator<readonly [K, V]> {
    for (const key of this.keys()) {
      const held = this.#held(key);
      if (held !== gone) yield [key, held];
    }
  }

  #held(key: K): V | typeof gone {
    const column = this.#log.columns.get(key);
    const last = column?.at(-1);
    if (column === undefined || last === undefined) return gone;
    const write = last.version <= this.#version ? last : lastUpTo(column, this.#version);
    return write === undefined ? gone : write.value;
  }

  #writable(): Log<K, V> {
    if (this.#version === this.#log.newest) return this.#log;
    const log: Log<K, V> = { newest: 0, columns: new Map(), slots: [], open: new Map() };
    for (const [key, value] of this.entries()) write(log, key, value, 0);
    return log;
  }
}

/** What a key holds that was deleted, or that was never there. */
const gone = Symbol('gone');

interface Log<K, V> {
  newest: number;
  readonly columns: Map<K, Write<V>[]>;
  /** When each key was there, in the order of insertion. */
  readonly slots: Slot<K>[];
  /** Of the keys that the newest version has. */
  readonly open: Map<K, Slot<K>>;
}

interface Write<V> {
  readonly version: number;
  readonly value: V | typeof gone;
}

interface Slot<K> {
  readonly key: K;
  readonly since: number;
  until: number;
}

function write<K, V>(log: Log<K, V>, key: K, value: V, version: number): void {
  const column = log.columns.get(key);
  if (column === undefined) log.columns.set(key, [{ version, value }]);
  else column.push({ version, value });
  if (log.open.has(key)) return;
  const slot = { key, since: version, until: Number.POSITIVE_INFINITY };
  log.slots.push(slot);
  log.open.set(key, slot);
}

function lastUpTo<V>(column: readonly Write<V>[], version: number): Write<V> | undefined {
  let low = 0;
  let high = column.length;
  while (low < high) {
    const middle = (low + high) >>> 1;
    if ((column[middle]?.version ?? version) <= version) low = middle + 1;
    else high = middle;
  }
  return column[low - 1];
}
