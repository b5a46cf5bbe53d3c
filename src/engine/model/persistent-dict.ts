import { countLeading } from '../../base/scan.ts';
/**
 * An immutable map in the order of a Python dict: an overwritten key keeps its place, a deleted key that is written
 * again moves to the end. A write returns a new table and leaves the old one unchanged. All versions share one log as
 * long as each write is to the newest version, so n writes cost O(n) at any table size.
 */
export class PersistentDict<K, V> {
  /** A runtime-private field, so that deep-freezing a state does not freeze the log that later versions write to. */
  readonly #log: Log<K, V>;
  readonly #version: number;
  readonly size: number;

  private constructor(log: Log<K, V>, version: number, size: number) {
    this.#log = log;
    this.#version = version;
    this.size = size;
  }

  /** Always creates a new table: tables with equal contents are still two objects. */
  static of<K, V>(entries: Iterable<readonly [K, V]> = []): PersistentDict<K, V> {
    const log: Log<K, V> = { newest: 0, columns: new Map(), slots: [], open: new Map() };
    for (const [key, value] of entries) write(log, key, value, 0);
    return new PersistentDict(log, 0, log.open.size);
  }

  get(key: K): V | undefined {
    const value = this.#lookUp(key);
    return value === absent ? undefined : value;
  }

  has(key: K): boolean {
    return this.#lookUp(key) !== absent;
  }

  /** Returns the same table if the key has this very value already. */
  set(key: K, value: V): PersistentDict<K, V> {
    const current = this.#lookUp(key);
    if (Object.is(current, value)) return this;
    const log = this.#writable();
    log.newest += 1;
    write(log, key, value, log.newest);
    return new PersistentDict(log, log.newest, this.size + (current === absent ? 1 : 0));
  }

  delete(key: K): PersistentDict<K, V> {
    if (!this.has(key)) return this;
    const log = this.#writable();
    log.newest += 1;
    log.columns.get(key)?.push({ version: log.newest, value: absent });
    const slot = log.open.get(key);
    if (slot !== undefined) slot.until = log.newest;
    log.open.delete(key);
    return new PersistentDict(log, log.newest, this.size - 1);
  }

  *keys(): IterableIterator<K> {
    for (const { key, since, until } of this.#log.slots) {
      if (since > this.#version) return;
      if (until > this.#version) yield key;
    }
  }

  *entries(): IterableIterator<readonly [K, V]> {
    for (const key of this.keys()) {
      const value = this.#lookUp(key);
      if (value !== absent) yield [key, value];
    }
  }

  #lookUp(key: K): V | typeof absent {
    const column = this.#log.columns.get(key);
    const last = column?.at(-1);
    if (column === undefined || last === undefined) return absent;
    const write = last.version <= this.#version ? last : lastUpTo(column, this.#version);
    return write === undefined ? absent : write.value;
  }

  #writable(): Log<K, V> {
    if (this.#version === this.#log.newest) return this.#log;
    const log: Log<K, V> = { newest: 0, columns: new Map(), slots: [], open: new Map() };
    for (const [key, value] of this.entries()) write(log, key, value, 0);
    return log;
  }
}

/** Marks the value of a deleted or missing key. */
const absent = Symbol('absent');

interface Log<K, V> {
  newest: number;
  readonly columns: Map<K, Write<V>[]>;
  /** The versions in which each key existed, in insertion order. */
  readonly slots: Slot<K>[];
  /** The slots of the keys in the newest version. */
  readonly open: Map<K, Slot<K>>;
}

interface Write<V> {
  readonly version: number;
  readonly value: V | typeof absent;
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

const lastUpTo = <V>(column: readonly Write<V>[], version: number): Write<V> | undefined =>
  column[countLeading(column.length, (at) => (column[at]?.version ?? version) <= version) - 1];
