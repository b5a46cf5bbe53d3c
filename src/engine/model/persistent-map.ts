import { Growing } from './growing.ts';

/**
 * A map as a value: setting a key yields a new map and leaves the old one unchanged. Both share all but a few nodes, so
 * setting a key does not copy n entries. Keys are in the order of their first use and are never removed.
 */
export class PersistentMap<V> implements Iterable<readonly [string, V]> {
  readonly #root: Node<V> | undefined;
  readonly #keys: Growing<string>;

  private constructor(root: Node<V> | undefined, keys: Growing<string>) {
    this.#root = root;
    this.#keys = keys;
  }

  static of<V>(...entries: readonly (readonly [string, V])[]): PersistentMap<V> {
    return entries.reduce(
      (map, [key, value]) => map.set(key, value),
      new PersistentMap<V>(undefined, Growing.of<string>()),
    );
  }

  get size(): number {
    return this.#keys.length;
  }

  get(key: string): V | undefined {
    return entryOf(this.#root, key)?.value;
  }

  has(key: string): boolean {
    return entryOf(this.#root, key) !== undefined;
  }

  /** Returns the same map if the key already has this value. */
  set(key: string, value: V): PersistentMap<V> {
    const known = entryOf(this.#root, key);
    if (known !== undefined && Object.is(known.value, value)) return this;
    const keys = known === undefined ? this.#keys.append(key) : this.#keys;
    const position = known?.position ?? this.#keys.length;
    return new PersistentMap(withEntry(this.#root, { key, hash: hashOf(key), value, position }, 0), keys);
  }

  /** The position of a key, counted from 0 in the order of first use; -1 if the map does not have it. */
  positionOf(key: string): number {
    return entryOf(this.#root, key)?.position ?? -1;
  }

  keyAt(position: number): string | undefined {
    return position >= 0 ? this.#keys.at(position) : undefined;
  }

  keys(): Iterable<string> {
    return this.#keys;
  }

  *[Symbol.iterator](): Iterator<readonly [string, V]> {
    for (const key of this.#keys) {
      const known = entryOf(this.#root, key);
      if (known !== undefined) yield [key, known.value];
    }
  }
}

interface Entry<V> {
  readonly key: string;
  readonly hash: number;
  readonly value: V;
  readonly position: number;
}

/** Sixteen branches at each level; below the last level, keys with the same hash are in one list. */
type Node<V> = readonly (Node<V> | Entry<V> | undefined)[];

const bits = 4;
const width = 1 << bits;
const lastShift = 28;

const isEntry = <V>(slot: Node<V> | Entry<V>): slot is Entry<V> => 'key' in slot;

function entryOf<V>(root: Node<V> | undefined, key: string): Entry<V> | undefined {
  const hash = hashOf(key);
  let node = root;
  for (let shift = 0; node !== undefined && shift <= lastShift; shift += bits) {
    const slot: Node<V> | Entry<V> | undefined = node[(hash >>> shift) & (width - 1)];
    if (slot === undefined) return undefined;
    if (isEntry(slot)) return slot.key === key ? slot : undefined;
    node = slot;
  }
  return node?.find((slot): slot is Entry<V> => slot !== undefined && isEntry(slot) && slot.key === key);
}

function withEntry<V>(node: Node<V> | undefined, entry: Entry<V>, shift: number): Node<V> {
  if (shift > lastShift) {
    return [...(node ?? []).filter((slot) => slot === undefined || !isEntry(slot) || slot.key !== entry.key), entry];
  }
  const slots = node === undefined ? Array.from<Node<V> | Entry<V> | undefined>({ length: width }) : [...node];
  const index = (entry.hash >>> shift) & (width - 1);
  slots[index] = joined(slots[index], entry, shift + bits);
  return slots;
}

function joined<V>(slot: Node<V> | Entry<V> | undefined, entry: Entry<V>, shift: number): Node<V> | Entry<V> {
  if (slot === undefined) return entry;
  if (!isEntry(slot)) return withEntry(slot, entry, shift);
  return slot.key === entry.key ? entry : withEntry(withEntry(undefined, slot, shift), entry, shift);
}

/** FNV-1a with a final mixing step, because sequential keys differ only in their last digits. */
function hashOf(key: string): number {
  let hash = 0x811c9dc5;
  for (let i = 0; i < key.length; i++) hash = Math.imul(hash ^ key.charCodeAt(i), 0x01000193);
  hash ^= hash >>> 15;
  return Math.imul(hash, 0x2c1b3c6d) >>> 0;
}
